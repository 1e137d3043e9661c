/** Reads git calls: the subcommand, its arguments, and what in them names a commit. */
import { type Call, callsOf } from './words.js';

export interface GitCall {
  readonly at: number;
  readonly command: string;
  readonly args: readonly string[];
}

const GIT = new Set(['git']);
const TAKES_VALUE = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace']);

export const gitCalls = (input: string): GitCall[] => callsOf(input, GIT).flatMap(gitCall);

function gitCall({ at, args }: Call): GitCall[] {
  let index = 0;
  while (args[index]?.startsWith('-') === true) index += TAKES_VALUE.has(args[index] as string) ? 2 : 1;
  const command = args[index];
  return command === undefined ? [] : [{ at, command, args: args.slice(index + 1) }];
}

/** An abbreviated or full object id; a word of hex letters alone is rather a word. */
const isObjectId = (word: string): boolean => /^[0-9a-f]{7,64}$/.test(word) && /\d/.test(word);

/** Ids in a word such as `abc1234~2:path` or `abc1234..def5678`. */
export const idsIn = (word: string): string[] =>
  word
    .slice(0, 300)
    .split(/[^0-9a-z]+/)
    .filter(isObjectId);

/** How many distinct ids a watcher remembers; a rollout that shows more is not read more closely. */
const MAX_IDS = 100_000;
/** Lines of git output that begin with, or announce, a commit id. */
const LISTED = /(?:^|\n)[*|\\/ ]{0,20}(?:commit )?([0-9a-f]{7,64})\b/g;

export interface ListedId {
  readonly id: string;
  /** Offset behind the id. */
  readonly end: number;
}

/** Ids that stand at the beginnings of lines. */
export function listedIds(output: string): ListedId[] {
  const ids: ListedId[] = [];
  for (const found of output.matchAll(LISTED)) {
    if (ids.length >= MAX_IDS) break;
    const id = found[1] ?? '';
    if (isObjectId(id)) ids.push({ id, end: found.index + found[0].length });
  }
  return ids;
}

/** Ids among which an abbreviation finds its full form, by seven digits. */
export interface IdSet {
  add(id: string): void;
  has(id: string): boolean;
}

export function idSet(ids: readonly string[]): IdSet {
  const short = new Set(ids.map((id) => id.slice(0, 7)));
  const limit = short.size + MAX_IDS;
  return {
    add: (id) => void (short.size < limit && short.add(id.slice(0, 7))),
    has: (id) => short.has(id.slice(0, 7)),
  };
}
