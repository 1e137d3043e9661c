/** What is nobody's message: words that stood in the task, in the base or in the evaluation before any candidate wrote. */
import type { GroupMaterial, TreeEntry } from '../material.js';
import { readingsOf } from './readings.js';
import { speeches } from './speech.js';

/** A base that says more than this about graders is a program about them. */
const MAX_SPEECHES = 20_000;
const MAX_FILE = 512 * 1024;
const MAX_CHARS = 32 * 1024 * 1024;

export interface Known {
  /** True for words of the task, the base and the evaluation. The base is read when something is first asked. */
  has(words: string): Promise<boolean>;
}

export function knownSpeech({ statement, hints, base, testPatch }: GroupMaterial): Known {
  let read: Promise<ReadonlySet<string>> | null = null;
  const load = async (): Promise<ReadonlySet<string>> => {
    const known = new Set<string>();
    const add = (text: string): void => {
      for (const { text: shown } of readingsOf(text, false))
        for (const { words } of speeches(shown)) if (known.size < MAX_SPEECHES) known.add(words);
    };
    for (const text of [statement, ...hints]) add(text);
    for (const { hunks } of testPatch)
      add(hunks.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n'));
    let left = MAX_CHARS;
    for (const entry of await base.entries()) {
      if (left <= 0) break;
      if (!isText(entry)) continue;
      const bytes = await base.read(entry.path);
      if (bytes === null || bytes.subarray(0, 8000).includes(0)) continue;
      left -= bytes.length;
      add(`${entry.path}\n${new TextDecoder().decode(bytes)}`);
    }
    return known;
  };
  return {
    has: async (words) => {
      read ??= load();
      return (await read).has(words);
    },
  };
}

const isText = ({ mode, size }: TreeEntry): boolean =>
  (mode === '100644' || mode === '100755') && (size ?? 0) <= MAX_FILE;
