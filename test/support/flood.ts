/** A trajectory of any size with one leak somewhere in it: ordinary turns, and at one place a later commit that is opened. */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { fileBytes } from '../../sandbox/bytes.js';
import { type EventIndex, openEvents } from '../../sandbox/events/open.js';
import { formatNamed } from '../../src/events/formats.js';
import type { GroupMaterial } from '../../src/material.js';
import { groupOf } from './detect-material.js';

const BASE = 'a1'.repeat(20);
const LATER = 'c3'.repeat(20);
const FIX = '    return sorted(known_scopes, key=depth_of_scope)';

const call = (number: number, command: string, output: string): string => {
  const id = `call_${number}`;
  const given = { name: 'bash', arguments: JSON.stringify({ command }) };
  const asked = { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: given }] };
  return `${JSON.stringify(asked)}\n${JSON.stringify({ role: 'tool', tool_call_id: id, content: output })}\n`;
};

const LEAK = call(0, `git show ${LATER}`, `commit ${LATER}\n\ndiff --git a/a.py b/a.py\n+${FIX}\n`);
const BODY = 'def resolve(self, name):\n    for scope in self.scopes:\n        yield scope\n'.repeat(60);
const ordinary = (number: number): string =>
  call(
    number,
    `git log -3 && sed -n '${number},${number + 60}p' a.py`,
    `${BODY}\n${number} passed in 0.12s\n`,
  );

/** @param place share of the ordinary turns that come before the leak, 0 to 1; null for none */
export async function writeFlood(path: string, bytes: number, place: number | null): Promise<void> {
  const stream = createWriteStream(path);
  let written = 0;
  let leaked = place === null;
  for (let number = 1; written < bytes || !leaked; number++) {
    const isDue = !leaked && written >= (place ?? 0) * bytes;
    const text = `${isDue ? LEAK : ''}${ordinary(number)}`;
    leaked ||= isDue;
    written += text.length;
    if (!stream.write(text)) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
}

/** One candidate with that trajectory, and a patch that holds what the leak showed. */
export async function floodGroup(path: string): Promise<{ material: GroupMaterial; events: EventIndex }> {
  const events = await openEvents(formatNamed('openai-chat'), [await fileBytes(path, path)]);
  const base = { 'a.py': 'x = 1\n' };
  const group = groupOf({
    base,
    ancestors: [BASE],
    candidates: [{ id: 'a', files: { 'a.py': `x = 1\n${FIX}\n` } }],
  });
  return { events, material: { ...group, candidates: group.candidates.map((one) => ({ ...one, events })) } };
}
