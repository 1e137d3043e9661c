import { expect, test } from 'vitest';
import type { TrajectoryFormat } from '../../../src/vocabulary.js';
import { readTrajectory } from '../../support/events.js';

const steps = [{ source: 'user', message: 'x' }];
const atif = (schema_version: unknown) => JSON.stringify({ schema_version, steps });
const filler = 'x'.repeat(200_000);
const messages = [{ role: 'user', content: filler }];
const mini = (trajectory_format: string) => JSON.stringify({ messages, trajectory_format });
const forged = JSON.stringify({ messages: [{ role: 'user', content: '"trajectory_format": "other-9"' }] });
const claude = (version: string) =>
  `${JSON.stringify({ type: 'user', version, message: { role: 'user', content: 'x' } })}\n`;

test.each<[string, TrajectoryFormat, string, RegExp | null]>([
  ['the newest version', 'atif', atif('ATIF-v1.7'), null],
  [
    'a later one',
    'atif',
    atif('ATIF-v1.12'),
    /schema_version "ATIF-v1\.12" is not a version of atif that is known/,
  ],
  ['another major one', 'atif', atif('ATIF-v2.0'), /is not a version of atif that is known; read as far as/],
  ['none', 'atif', JSON.stringify({ steps }), null],
  ['no text', 'atif', atif({ major: 1 }), null],
  ['a known one at the end of a large file', 'mini-swe-agent', mini('mini-swe-agent-1.1'), null],
  [
    'an unknown one at the end of a large file',
    'mini-swe-agent',
    mini('mini-swe-agent-7'),
    /"mini-swe-agent-7" is not/,
  ],
  ['one that somebody only speaks of', 'mini-swe-agent', forged, null],
  ['a known one of a line', 'claude-code', claude('2.0.27'), null],
  [
    'an unknown one of a line',
    'claude-code',
    claude('9.1.0'),
    /version "9\.1\.0" of claude-code is not known/,
  ],
])('%s: what cannot be vouched for is said, and read all the same', async (_, format, file, warning) => {
  const { events, warnings } = await readTrajectory(file, format);
  expect(events).toHaveLength(1);
  if (warning === null) expect(warnings).toEqual([]);
  else expect(warnings).toEqual([expect.stringMatching(warning)]);
});
