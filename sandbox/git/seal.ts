/** Finishes a filled store: its ref, its index, what was learnt about it; the facts file comes last and says it is whole. */
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { LFS_LINE } from '../../src/diff/patch-report.js';
import { Fault } from '../../src/fault.js';
import { listEntries } from './entries.js';
import type { Ancestors, Filling } from './fill.js';
import { firstLine } from './git.js';

export const StoreFacts = z.strictObject({
  version: z.literal(1),
  /** null where the base came from an archive: its commit is of our own making. */
  commit: z.string().nullable(),
  tree: z.string(),
  /** False where the source was shallow or had no history at all. */
  history: z.boolean(),
  /** Paths of files that hold a Git LFS pointer in place of their contents. */
  lfs_pointers: z.array(z.string()),
});
export type StoreFacts = z.infer<typeof StoreFacts>;

export const INDEX = 'base.index';
export const ANCESTORS = 'ancestors.txt';
const FACTS = 'base.json';
const BASE = 'refs/heads/base';

/** What a store says of itself; null where there is none, or none that is whole. */
export async function readFacts(gitDir: string): Promise<StoreFacts | null> {
  const text = await readFile(join(gitDir, FACTS), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return StoreFacts.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export async function sealStore(
  filling: Filling,
  commit: string | null,
  ancestors: Ancestors,
): Promise<void> {
  const { git, gitDir, signal } = filling;
  if (commit !== null) await writeFile(join(gitDir, BASE), `${commit}\n`);
  if (ancestors !== null) await writeFile(join(gitDir, ANCESTORS), `${ancestors.join('\n')}\n`);
  const tree = await git.read(['rev-parse', '--verify', '--end-of-options', `${BASE}^{tree}`], {
    gitDir,
    signal,
  });
  const facts: StoreFacts = {
    version: 1,
    commit,
    tree: new TextDecoder().decode(tree).trim(),
    history: ancestors !== null,
    lfs_pointers: await lfsPointers(filling),
  };
  await writeIndex(filling);
  await using file = await open(join(gitDir, FACTS), 'w');
  await file.writeFile(JSON.stringify(facts));
  await file.sync();
}

/** `read-tree` also refuses trees that no checkout could hold: `.git` entries, `..`, duplicate names. */
async function writeIndex({ git, gitDir, signal }: Filling): Promise<void> {
  const env = { GIT_INDEX_FILE: join(gitDir, INDEX) };
  const { exitCode, stderr } = await git.run(['read-tree', BASE], { gitDir, env, signal });
  if (exitCode === 0) return;
  throw new Fault('environment', `the base tree cannot be read: ${firstLine(stderr)}`, {
    field: 'task.repo',
  });
}

/** The LFS specification keeps pointer files below this size. */
const LFS_MAX_BYTES = 1024;

async function lfsPointers({ git, gitDir, signal }: Filling): Promise<string[]> {
  const search = ['grep', '-l', '-z', '-I', '-F', '--full-name', '-e', LFS_LINE, BASE, '--'];
  const { exitCode, stdout } = await git.run(search, { gitDir, signal });
  if (exitCode !== 0) return [];
  const named = new Set(
    new TextDecoder()
      .decode(stdout)
      .split('\0')
      .map((name) => name.slice(BASE.length + 1)),
  );
  const entries = await listEntries(git, gitDir, BASE);
  return entries
    .filter(({ path, size }) => named.has(path) && (size ?? 0) < LFS_MAX_BYTES)
    .map(({ path }) => path);
}
