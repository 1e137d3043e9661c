/** The runs in test/fixtures/import, one folder a format, and what importing them comes to as text. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ImportedGroup, type ImportRequest, importRuns } from '../../sandbox/import/run.js';
import type { Group, Rollout } from '../../src/records/group.js';

export const IMPORT_FIXTURES = join(dirname(fileURLToPath(import.meta.url)), '..', 'fixtures', 'import');

export const IMPORT_FORMATS: readonly string[] = readdirSync(IMPORT_FIXTURES).sort();

/** The runs of a format: the folders in its folder. */
export const runsOf = (format: string): string[] =>
  readdirSync(join(IMPORT_FIXTURES, format), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(IMPORT_FIXTURES, format, entry.name))
    .sort();

export interface Imported {
  readonly groups: readonly ImportedGroup[];
  readonly problems: readonly string[];
}

/** Imports with an image as base, so that no repository is needed. */
export async function importing(
  paths: readonly string[],
  out: string,
  changes: Partial<ImportRequest> = {},
): Promise<Imported> {
  const problems: string[] = [];
  const groups = await importRuns({
    format: 'auto',
    paths,
    out,
    given: () => ({ task: { image: { ref: 'box:1', workdir: '/w' } } }),
    override: () => undefined,
    settings: null,
    concurrency: 4,
    events: {
      scanned: () => {},
      found: () => {},
      ended: () => {},
      problem: (path, message) => problems.push(`${path}: ${message}`),
    },
    ...changes,
  });
  return { groups, problems };
}

export const groupAt = (folder: string): Group =>
  JSON.parse(readFileSync(join(folder, 'group.json'), 'utf8')) as Group;

/** A group and its rollouts, a line each, and below them what differs from a plain submission. */
export function outlineOf(folder: string): string {
  const { group_id, task, rollouts, extra } = groupAt(folder);
  const { repo, image, tests } = task;
  const base = repo === undefined ? image?.ref : `${repo.url ?? repo.path} ${repo.base_commit.slice(0, 8)}`;
  const named =
    tests === undefined ? '' : `, tests ${tests.fail_to_pass.length}+${tests.pass_to_pass.length}`;
  const statement = readFileSync(join(folder, 'task.md'), 'utf8');
  return [
    `${group_id}: ${base}${named}, ${JSON.stringify(statement)}`,
    ...warningsIn(extra),
    ...rollouts.flatMap((rollout) => rolloutLines(folder, rollout)),
    '',
  ].join('\n');
}

const warningsIn = (extra: Readonly<Record<string, unknown>> | undefined): string[] =>
  ((extra?.['import_warnings'] as string[] | undefined) ?? []).map((warning) => `  ! ${warning}`);

function rolloutLines(folder: string, rollout: Rollout): string[] {
  const { id, passed, reward, validity, exit, patch, tests, trajectory, tokens, turns, policy, extra } =
    rollout;
  const size = (path: string): number => readFileSync(join(folder, path)).length;
  const counts = extra?.['import'] as { calls?: number; results?: number };
  const facts = [
    passed ? 'passed' : 'failed',
    ...(reward === undefined ? [] : [`reward ${reward}`]),
    ...(exit === undefined ? [] : [`exit ${exit.status}`]),
    patch === null
      ? 'no patch'
      : patch === ''
        ? 'empty patch'
        : `patch ${size((patch as { path: string }).path)} B`,
    ...(rollout.test_log === undefined ? [] : ['log']),
    ...(tests === undefined ? [] : [`tests ${Object.values(tests.status).join(' ') || 'none'}`]),
    ...(tests?.timed_out ? ['timed out'] : []),
    ...(trajectory === undefined ? [] : [trajectoryText(rollout, counts)]),
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    ...(policy?.model === undefined ? [] : [`model ${policy.model}`]),
  ];
  return [
    `- ${id}: ${facts.join(', ')}`,
    ...(validity === undefined ? [] : [`  ${validity.status}: ${validity.reason}`]),
    ...warningsIn(extra),
  ].concat(turns === undefined && trajectory !== undefined ? ['  no turns'] : []);
}

function trajectoryText(
  { trajectory, turns }: Rollout,
  { calls, results }: { calls?: number; results?: number },
): string {
  const files = 1 + (trajectory?.more?.length ?? 0);
  return `${trajectory?.format} in ${files} of ${turns ?? 0} turns, ${calls} calls, ${results} results`;
}
