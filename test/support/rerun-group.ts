/** Groups for re-runs, made of plain files: a base, and what each candidate changes of it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sandbox } from '../../sandbox/exec/port.js';
import { openGit } from '../../sandbox/git/git.js';
import { objectPool } from '../../sandbox/git/objects.js';
import { loadGroup } from '../../sandbox/load/group.js';
import { openGroup } from '../../sandbox/open-group.js';
import type { RerunOptions } from '../../sandbox/rerun/options.js';
import { type GroupRerun, rerunGroup } from '../../sandbox/rerun/rerun.js';
import { commitAll, sh } from '../sandbox/git/lab.js';

/** Text by path; null takes the file away. */
export type Change = Readonly<Record<string, string | null>>;

export interface CaseGroup {
  readonly base: Readonly<Record<string, string>>;
  readonly command: string;
  readonly failToPass?: readonly string[];
  readonly passToPass?: readonly string[];
  readonly protectedPaths?: readonly string[];
  readonly testPatch?: Change;
  readonly reference?: Change;
  readonly candidates: Readonly<Record<string, Change>>;
}

export const kit = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'sandbox', 'rerun', 'kit');

function write(folder: string, files: Change): void {
  for (const [path, text] of Object.entries(files)) {
    const full = join(folder, path);
    if (text === null) rmSync(full);
    else {
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, text);
    }
  }
}

/** Writes the group below `parent` and gives its folder. */
export function writeGroup(parent: string, group: CaseGroup): string {
  const folder = mkdtempSync(join(parent, 'group-'));
  const repo = join(folder, 'repo');
  mkdirSync(repo);
  write(repo, group.base);
  sh(['git', 'init', '-q'], repo);
  const commit = commitAll(repo);
  const patch = (change: Change | undefined): string | undefined => {
    if (change === undefined) return undefined;
    write(repo, change);
    sh(['git', 'add', '-A', '-f'], repo);
    const diff = sh(['git', 'diff', '--cached', '--binary', commit], repo).toString();
    sh(['git', 'reset', '-q', '--hard', commit], repo);
    return diff;
  };
  const record = {
    schema: 'gagar.group/1',
    group_id: 'case',
    task: {
      statement: 'make it right',
      repo: { path: 'repo', base_commit: commit },
      environment: { test_command: group.command, timeout_s: 120 },
      tests: {
        fail_to_pass: group.failToPass ?? [],
        pass_to_pass: group.passToPass ?? [],
        protected_paths: group.protectedPaths ?? [],
        test_patch: patch(group.testPatch),
      },
      reference_patch: patch(group.reference),
    },
    rollouts: Object.entries(group.candidates).map(([id, change]) => ({
      id,
      passed: true,
      patch: patch(change),
    })),
  };
  writeFileSync(join(folder, 'group.json'), JSON.stringify(record));
  return folder;
}

/** Opens a group folder, runs it again and takes everything away. */
export async function rerunFolder(
  folder: string,
  sandbox: Sandbox,
  options: Partial<RerunOptions> = {},
): Promise<GroupRerun> {
  const scratch = mkdtempSync(join(tmpdir(), 'rerun-'));
  const git = openGit(process.env);
  try {
    await using objects = objectPool(git);
    const places = { git, objects, cacheDir: join(scratch, 'cache'), tempDir: join(scratch, 'temp') };
    await using opened = await openGroup(await loadGroup(folder), places);
    return await rerunGroup(opened, { sandbox, kit, ...options });
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

export async function rerunCase(
  group: CaseGroup,
  sandbox: Sandbox,
  options: Partial<RerunOptions> = {},
): Promise<GroupRerun> {
  const parent = mkdtempSync(join(tmpdir(), 'rerun-case-'));
  try {
    return await rerunFolder(writeGroup(parent, group), sandbox, options);
  } finally {
    rmSync(parent, { recursive: true });
  }
}

/** What became of each pass. */
export const survivals = ({ candidates }: GroupRerun): Record<string, boolean | null> =>
  Object.fromEntries(candidates.map(({ id, survives }) => [id, survives]));
