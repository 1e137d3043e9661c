/** `git apply` on a private copy of the base index: all or nothing, exact, and with the names that git itself read. */

import { constants } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { toBinary } from '../../src/diff/binary.js';
import { type Refusal, readRefusal } from '../../src/diff/refusal.js';
import type { Git } from './git.js';

/** Where one patch is tried out. */
export interface Bench {
  readonly git: Git;
  /** Private git directory whose objects the patch adds to. */
  readonly gitDir: string;
  /** Index of the base tree, to be copied. */
  readonly baseIndex: string;
  /** Path of the private copy. */
  readonly index: string;
  readonly signal?: AbortSignal | undefined;
}

export type Attempt =
  | {
      readonly applied: true;
      /** Names in the patch as git read them, one per section, as strings of bytes; the new one of a rename. */
      readonly names: readonly string[];
      /** Hunks that fitted in another place than the header says. */
      readonly offsets: readonly string[];
    }
  | { readonly applied: false; readonly refusal: Refusal };

const APPLY = ['apply', '--cached', '--binary'];
const TIMEOUT_MS = 60_000;

/** Brings the private index to the base, applies the patch to it and writes the blobs; a refusal changes nothing. */
export async function tryPatch(
  bench: Bench,
  patch: Uint8Array,
  flags: readonly string[] = [],
): Promise<Attempt> {
  await copyFile(bench.baseIndex, bench.index, constants.COPYFILE_FICLONE);
  const call = callOf(bench, patch);
  const { exitCode, stdout, stderr, timedOut } = await bench.git.run(
    [...APPLY, '--numstat', '-z', '--apply', '-v', ...flags],
    call,
  );
  if (exitCode === 0) {
    return { applied: true, names: namesOf(toBinary(stdout)), offsets: offsetsOf(toBinary(stderr)) };
  }
  if (timedOut)
    return {
      applied: false,
      refusal: { reason: 'does_not_apply', message: `it took over ${TIMEOUT_MS} ms` },
    };
  // With -v git prints the candidate's own lines among its errors, so the reason is read from a run without.
  const quiet = await bench.git.run([...APPLY, '--check', ...flags], call);
  const said = quiet.exitCode === 0 ? stderr : quiet.stderr;
  return { applied: false, refusal: readRefusal(toBinary(said)) };
}

/** Whether the patch would apply with these flags; nothing is written. */
export async function fits(bench: Bench, patch: Uint8Array, flags: readonly string[]): Promise<boolean> {
  const { exitCode } = await bench.git.run([...APPLY, '--check', ...flags], callOf(bench, patch));
  return exitCode === 0;
}

/** The tree of the private index. */
export async function writeTree({ git, gitDir, index, signal }: Bench): Promise<string> {
  const tree = await git.read(['write-tree'], { gitDir, signal, env: { GIT_INDEX_FILE: index } });
  return new TextDecoder().decode(tree).trim();
}

export const dropIndex = ({ index }: Bench): Promise<void> => rm(index, { force: true });

const callOf = ({ gitDir, index, signal }: Bench, stdin: Uint8Array) => ({
  gitDir,
  signal,
  stdin,
  env: { GIT_INDEX_FILE: index },
  timeoutMs: TIMEOUT_MS,
});

/** Records of `--numstat -z`: added, deleted, name. */
const namesOf = (numstat: string): string[] =>
  numstat
    .split('\0')
    .filter((record) => record !== '')
    .map((record) => record.split('\t').slice(2).join('\t'));

/** Each `Hunk #n succeeded at m (offset k lines).` with the file that git named before it. */
function offsetsOf(stderr: string): string[] {
  const found: string[] = [];
  let file = '';
  for (const line of stderr.split('\n')) {
    file = /^Checking patch (.*)\.\.\.$/.exec(line)?.[1] ?? file;
    const hunk = /^Hunk #(\d+) succeeded at \d+ \(offset (-?\d+) lines?\)\.$/.exec(line);
    if (hunk !== null) found.push(`${file} hunk ${hunk[1]} by ${hunk[2]} lines`);
  }
  return found;
}
