/** What one tree changes of another, by git's own comparison: the raw list for the machine, the parsed diff for the reader. */
import { randomUUID } from 'node:crypto';
import { renderPath, toBinary } from '../../src/diff/binary.js';
import type { FileDiff } from '../../src/diff/model.js';
import { parseDiffText } from '../../src/diff/parse.js';
import { Fault } from '../../src/fault.js';
import type { TreeEntry, TreeMode } from '../../src/material.js';
import { firstLine, type Git } from './git.js';

/** One path whose entry differs. */
export interface TreeChange {
  readonly path: string;
  /** The entry in the new tree, its size not yet asked for; null where the path is gone. */
  readonly entry: TreeEntry | null;
  readonly oldMode: string;
}

export interface TreeComparison {
  readonly changes: readonly TreeChange[];
  readonly diff: readonly FileDiff[];
  /** Files above this many bytes are listed without their lines, as binary files are; null in the usual case. */
  readonly clippedAbove: number | null;
}

export interface CompareCall {
  readonly git: Git;
  readonly gitDir: string;
  readonly signal?: AbortSignal | undefined;
  /** A diff beyond this is no work for a reader. Default 64 MiB. */
  readonly maxBytes?: number;
}

const MAX_DIFF = 64 << 20;
const TIMEOUT_MS = 60_000;
/** Larger files count as binary; a diff that does not fit is made again with the next size. */
const LARGE = 16 << 20;
const THRESHOLDS = [LARGE, 64 << 10, 1 << 10];

// A renamed file is named on both sides; the limit keeps the pairing of many new files with many lost ones affordable.
const FORM = [
  '-r',
  '-p',
  '--raw',
  '-z',
  '--full-index',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '-M',
  '-l400',
];
const PREFIXES = ['--src-prefix=a/', '--dst-prefix=b/', '--submodule=short'];

const argumentsFor = (threshold: number, ...rest: string[]) => [
  '-c',
  `core.bigFileThreshold=${threshold}`,
  'diff-tree',
  ...FORM,
  ...PREFIXES,
  ...rest,
];

/** null where even the list of files is beyond the limit. */
export async function compareTrees(
  { git, maxBytes = MAX_DIFF, ...call }: CompareCall,
  from: string,
  to: string,
): Promise<TreeComparison | null> {
  for (const threshold of THRESHOLDS) {
    const { exitCode, stdout, stderr, truncated, timedOut } = await git.run(
      argumentsFor(threshold, from, to),
      {
        ...call,
        maxBytes,
        timeoutMs: TIMEOUT_MS,
      },
    );
    if (truncated || timedOut) continue;
    if (exitCode !== 0)
      throw new Fault('environment', `git diff-tree ended with ${exitCode}: ${firstLine(stderr)}`);
    return readComparison(toBinary(stdout), threshold === LARGE ? null : threshold);
  }
  return null;
}

/** Several trees beside one base in one process; null where that does not work out and each has to be asked for alone. */
export async function compareTogether(
  { git, maxBytes = MAX_DIFF, ...call }: CompareCall,
  from: string,
  trees: readonly string[],
): Promise<TreeComparison[] | null> {
  // git repeats a line that is no pair of trees: no candidate can know this one, so none can end an answer early.
  const mark = `end-${randomUUID()}\n`;
  const { exitCode, stdout } = await git.run(argumentsFor(LARGE, '--stdin'), {
    ...call,
    maxBytes,
    timeoutMs: TIMEOUT_MS,
    stdin: new TextEncoder().encode(trees.map((tree) => `${from} ${tree}\n${mark}`).join('')),
  });
  const answers = toBinary(stdout).split(mark);
  const heads = trees.map((tree) => `${from} ${tree}\n`);
  const isWhole = answers.pop() === '' && answers.length === trees.length;
  // A tree that cannot be read has no head, and exit code 0 all the same.
  if (exitCode !== 0 || !isWhole || !answers.every((answer, at) => answer.startsWith(heads[at] ?? mark)))
    return null;
  return answers.map((answer, at) => readComparison(answer.slice(heads[at]?.length), null));
}

function readComparison(text: string, clippedAbove: number | null): TreeComparison {
  const { records, patchAt } = readRaw(text);
  return { changes: records.flatMap(changesOf), diff: parseDiffText(text.slice(patchAt)), clippedAbove };
}

interface RawRecord {
  readonly oldMode: string;
  readonly newMode: string;
  readonly oid: string;
  readonly paths: readonly string[];
}

const RECORD = /:(\d{6}) (\d{6}) [0-9a-f]+ ([0-9a-f]+) (?:R\d+\0([^\0]*)\0|[A-Z]\d*\0)([^\0]*)\0/y;

/** The raw list stands before the patch; an empty name ends it. */
function readRaw(text: string): { records: RawRecord[]; patchAt: number } {
  const records: RawRecord[] = [];
  let patchAt = 0;
  RECORD.lastIndex = 0;
  for (let found = RECORD.exec(text); found !== null; found = RECORD.exec(text)) {
    const [, oldMode = '', newMode = '', oid = '', from, to = ''] = found;
    records.push({ oldMode, newMode, oid, paths: from === undefined ? [to] : [from, to] });
    patchAt = RECORD.lastIndex;
  }
  return { records, patchAt: text[patchAt] === '\0' ? patchAt + 1 : patchAt };
}

const GONE = '000000';

function changesOf({ oldMode, newMode, oid, paths }: RawRecord): TreeChange[] {
  const [first = '', second] = paths.map(renderPath);
  const fresh = (path: string): TreeEntry => ({ path, mode: newMode as TreeMode, oid, size: null });
  if (second !== undefined) {
    return [
      { path: first, entry: null, oldMode },
      { path: second, entry: fresh(second), oldMode: GONE },
    ];
  }
  return [{ path: first, entry: newMode === GONE ? null : fresh(first), oldMode }];
}
