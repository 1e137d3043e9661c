/** Makes `gagar.group/1` of the attempts at one task, and says which files it needs. */
import { Fault } from '../fault.js';
import { baseName } from '../paths.js';
import type { Group, Rollout, Task } from '../records/group.js';
import { MAX_ADDRESS, MAX_ROLLOUTS } from '../records/group.js';
import { groupFrom } from '../records/parse.js';
import { checkRepoAddress } from '../records/repo-address.js';
import { LARGEST } from '../records/shape-config.js';
import { head } from '../text/clip.js';
import { wellFormedValue } from '../text/well-formed.js';
import type { ReadAttempt } from './attempt.js';
import type { TaskFacts, Text } from './claim.js';
import { imageOf, isInstance, repoOf } from './instance.js';
import { rolloutIds } from './names.js';
import { defined, mergeTasks } from './row.js';

/** What the one who imports says of the task; it stands above what files say. */
export interface UserFacts {
  readonly task: TaskFacts;
  /** A local path or an address of the repository. */
  readonly repo?: { readonly path: string } | { readonly url: string };
}

/** What the index of a trajectory adds. */
export interface Indexed {
  readonly turns: number;
  readonly calls: number;
  readonly results: number;
  readonly warnings: readonly string[];
  /** What the agent was asked first; null where nothing was. */
  readonly asked: string | null;
}

export interface Member extends ReadAttempt {
  readonly index: Indexed | null;
}

export interface Assembled {
  readonly group: Group;
  /** Files that the group names, by their path in its folder. */
  readonly files: ReadonlyMap<string, Text>;
  readonly warnings: readonly string[];
}

/** @throws Fault usage where nothing says what the base is, Fault input where the parts do not make a group */
export function assemble(
  name: string,
  members: readonly Member[],
  given: UserFacts,
  extra: Readonly<Record<string, unknown>> = {},
): Assembled {
  if (members.length > MAX_ROLLOUTS)
    throw new Fault('input', `${name} has ${members.length} attempts; a group takes ${MAX_ROLLOUTS} at most`);
  const files = new Map<string, Text>();
  const warnings: string[] = [];
  const ids = rolloutIds(members.map(({ attempt }) => attempt));
  const rollouts = members.map((member, index) => rolloutOf(member, ids[index] ?? '', index, files));
  const task = taskOf(name, members, given, files, warnings);
  const bare = rollouts.filter(({ passed, patch }) => passed && patch === null).map(({ id }) => id);
  if (bare.length > 0)
    warnings.push(
      `passed without a patch, which grading masks: ${bare.slice(0, 5).join(', ')}${bare.length > 5 ? ', …' : ''}; import predictions or patch.diff files, too`,
    );
  const shaped = rollouts.some(({ reward }) => reward !== undefined);
  const record = {
    schema: 'gagar.group/1',
    group_id: head(name, 200),
    purpose: 'audit',
    task,
    ...(shaped && { reward: { kind: 'scalar' } }),
    rollouts,
    extra: { ...extra, ...(warnings.length > 0 && { import_warnings: warnings }) },
  };
  const { group, warnings: odd } = groupFrom(wellFormedValue(record));
  const said = odd.map(({ field, message }) => `${field} ${message}`);
  return { group, files, warnings: [...warnings, ...said] };
}

const isText = (text: Text | null | undefined): text is Text => text !== undefined && text !== null;
const packed = (text: Text): string => (typeof text !== 'string' && text.gz ? '.gz' : '');

function rolloutOf(
  { facts, attempt, warnings, index: indexed }: Member,
  id: string,
  index: number,
  files: Map<string, Text>,
): Rollout {
  const folder = `rollouts/${String(index + 1).padStart(2, '0')}-${fileName(id)}`;
  const put = (name: string, text: Text): { path: string } => {
    const path = `${folder}/${name}${packed(text)}`;
    files.set(path, text);
    return { path };
  };
  const traces = facts.trajectory?.files ?? [];
  const [file, ...more] = traces.map((one, at) =>
    put(
      `trajectory${traces.length > 1 ? `/${String(at).padStart(5, '0')}` : ''}-${fileName(baseName(one.path))}`,
      one.raw,
    ),
  );
  const said = [...warnings, ...(indexed?.warnings ?? [])];
  const { patch } = facts;
  return {
    id,
    passed: facts.passed === true,
    ...defined({
      reward: usable(facts.reward),
      exit: facts.exit,
      validity: facts.validity,
      tokens: facts.tokens,
    }),
    patch: isText(patch) ? (patch === '' ? '' : put('patch.diff', patch)) : null,
    ...(isText(facts.log) && { test_log: put('test_log.txt', facts.log) }),
    ...(facts.tests !== undefined && { tests: cleanTests(facts.tests) }),
    ...(facts.trajectory !== undefined &&
      file !== undefined && {
        trajectory: { format: facts.trajectory.format, file, ...(more.length > 0 && { more }) },
      }),
    ...(indexed !== null && indexed.turns > 0 && { turns: indexed.turns }),
    ...(facts.policy !== undefined && Object.keys(facts.policy).length > 0 && { policy: facts.policy }),
    extra: {
      import: {
        run: attempt.run,
        sources: attempt.claims.map(({ format, why, files: from }) => ({
          format,
          why,
          files: from.slice(0, 20).map(({ path, place }) => (place === '' ? path : `${path}:${place}`)),
        })),
        ...(indexed !== null && { turns: indexed.turns, calls: indexed.calls, results: indexed.results }),
      },
      ...(said.length > 0 && { import_warnings: [...new Set(said)] }),
    },
  };
}

/** A reward beyond any that a trainer gives is noise. */
const usable = (reward: number | undefined): number | undefined =>
  reward !== undefined && Math.abs(reward) <= LARGEST ? reward : undefined;

/** Letters that every file system and every shell takes. */
export const fileName = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(-80) || 'unnamed';

/** A name that every object inherits cannot stand in a record. */
function cleanTests(tests: NonNullable<Rollout['tests']>): NonNullable<Rollout['tests']> {
  const status = Object.entries(tests.status).filter(([id]) => id.trim() !== '' && id !== '__proto__');
  return { ...tests, status: Object.fromEntries(status) };
}

function taskOf(
  name: string,
  members: readonly Member[],
  given: UserFacts,
  files: Map<string, Text>,
  warnings: string[],
): Task {
  const facts = mergeTasks([given.task, ...members.map(({ task }) => task)]);
  const put = (path: string, text: Text): { path: string } => {
    files.set(path + packed(text), text);
    return { path: path + packed(text) };
  };
  const named = (ids: readonly string[] | undefined): string[] => [
    ...new Set((ids ?? []).filter((id) => id.trim() !== '')),
  ];
  const hasTests = facts.fail_to_pass !== undefined || facts.pass_to_pass !== undefined;
  return {
    id: name,
    ...defined({ dataset: facts.dataset, environment: facts.environment }),
    statement: put('task.md', statementOf(name, facts, members, warnings)),
    ...(facts.hints !== undefined && facts.hints.length > 0 && { hints: [...facts.hints] }),
    ...baseFrom(name, facts, given, warnings),
    ...(hasTests && {
      tests: {
        fail_to_pass: named(facts.fail_to_pass),
        pass_to_pass: named(facts.pass_to_pass),
        ...(isText(facts.test_patch) && { test_patch: put('test.diff', facts.test_patch) }),
      },
    }),
    ...(isText(facts.reference_patch) && { reference_patch: put('reference.diff', facts.reference_patch) }),
  };
}

function statementOf(name: string, facts: TaskFacts, members: readonly Member[], warnings: string[]): Text {
  const asked = [...new Set(members.flatMap(({ index }) => index?.asked ?? []))];
  if (facts.statement !== undefined) return facts.statement;
  const [first] = asked;
  if (first === undefined) {
    warnings.push(`no statement of ${name} was found; give it with --statement or --dataset`);
    return `[The statement of ${name} was not among the imported files.]\n`;
  }
  if (asked.length > 1) warnings.push('the attempts were not asked in the same words; the first one is kept');
  return first;
}

type Base = Pick<Task, 'repo' | 'image'>;

function baseFrom(name: string, facts: TaskFacts, { repo }: UserFacts, warnings: string[]): Base {
  const { base_commit, image, language } = facts;
  const more = defined({ language });
  if (repo !== undefined && base_commit !== undefined) return { repo: { ...repo, base_commit, ...more } };
  const url = addressOf(name, facts, warnings);
  if (repo === undefined && base_commit !== undefined && url !== null)
    return { repo: { url, base_commit, ...more } };
  const known =
    image ?? (repo === undefined && isInstance(name) && facts.fail_to_pass ? imageOf(name) : undefined);
  if (known !== undefined) return { image: known };
  const missing = repo === undefined ? 'repository' : 'base commit';
  const way = repo === undefined ? '--repo PATH --base COMMIT, or --image REF' : '--base COMMIT';
  throw new Fault('usage', `no file says which ${missing} ${name} was worked on; name it with ${way}`);
}

/** As GitHub's names can be. */
const FULL_NAME = /^\w[\w.-]{0,38}\/\w[\w.-]{0,99}$/;

function addressOf(name: string, { url, repo }: TaskFacts, warnings: string[]): string | null {
  if (url !== undefined && url.length > MAX_ADDRESS)
    warnings.push('the recorded address of the repository is too long');
  else if (url !== undefined) {
    try {
      checkRepoAddress(url);
      return url;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      warnings.push(`the recorded repository ${error.message}`);
    }
  }
  const fullName = repo ?? repoOf(name);
  return fullName !== null && FULL_NAME.test(fullName) ? `https://github.com/${fullName}` : null;
}
