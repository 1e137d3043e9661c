/** Rollouts of generated groups: what one did step by step, its patch, its log and its verdict. */
import { type Chance, chance } from './chance.js';
import { patchOf } from './diff.js';
import { type Ids, withIds } from './history.js';
import type { Changes, Draft, Project, Scene, Step } from './scene.js';
import { closing, trajectoryText, WRITTEN_FORMATS } from './trajectory.js';

/** The README says where the project lives, as READMEs do. */
export function homed(project: Project): Project {
  const url = urlOf(project);
  const readme = `${project.files['README.md'] ?? ''}\nSource and issues: ${url}\n`;
  return { ...project, files: { ...project.files, 'README.md': readme } };
}

const urlOf = ({ owner, name }: Project): string => `https://github.com/${owner}/${name}`;

export const sceneOf = (project: Project, own: Chance): Scene => ({
  project,
  chance: own,
  url: urlOf(project),
  fixDiff: patchOf(project.files, { [project.source]: project.fixed }),
});

export interface Story {
  readonly passed: boolean;
  readonly steps: readonly Step[];
  readonly changes: Changes;
  /** Text of a patch behind the rest, and words in front of it. */
  readonly rawPatch?: string | undefined;
  readonly prose?: string | undefined;
  /** Printed by the last test run, behind its own output. */
  readonly log?: string | undefined;
  /** Names of further tests that passed. */
  readonly tests?: readonly string[] | undefined;
}

export function storyOf(
  { project }: Scene,
  { fix, changes = {}, before = [], after = [] }: Draft,
  own: Chance,
): Story {
  const fixes: Record<Draft['fix'], Changes> = {
    upstream: { [project.source]: project.fixed },
    own: { [project.source]: own.pick(project.own) },
    none: {},
  };
  return storyOfChanges(project, { ...fixes[fix], ...changes }, true, own, before, after);
}

export const peerStory = (project: Project, own: Chance): Story =>
  storyOfChanges(project, { [project.source]: own.pick(project.own) }, true, own);

export const failingStory = (project: Project): Story =>
  storyOfChanges(project, { [project.source]: project.wrong }, false, chance(project.name));

export function storyOfChanges(
  project: Project,
  changes: Changes,
  passed: boolean,
  own: Chance,
  before: readonly Step[] = [],
  after: readonly Step[] = [],
): Story {
  const { source, files, command } = project;
  const writes = Object.entries(changes).map(
    ([path, text]): Step => (text === null ? { run: `rm ${path}`, output: '' } : { write: path, text }),
  );
  return {
    passed,
    changes,
    steps: [
      {
        run: own.pick(['ls', 'git ls-files', 'find . -type f -not -path "./.git/*"']),
        output: `${Object.keys(files).join('\n')}\n`,
      },
      { run: `cat ${source}`, output: files[source] ?? '' },
      { run: command, output: project.failed, exit: 1 },
      ...before,
      ...writes,
      ...after,
      passed ? { run: command, output: project.passed } : { run: command, output: project.failed, exit: 1 },
      closing(),
    ],
  };
}

export function rolloutOf(
  id: string,
  story: Story,
  statement: string,
  project: Project,
  own: Chance,
  known: Ids,
): object {
  const format = own.pick(WRITTEN_FORMATS);
  const text = trajectoryText(format, statement, story.steps, own);
  const verdict = (name: string, good: boolean): [string, string] => [name, good ? 'pass' : 'fail'];
  return {
    id,
    passed: story.passed,
    patch: `${story.prose ?? ''}${patchOf(project.files, story.changes)}${story.rawPatch ?? ''}`,
    test_log: `${story.passed ? project.passed : project.failed}${story.log ?? ''}`,
    tests: {
      status: Object.fromEntries([
        ...project.failToPass.map((name) => verdict(name, story.passed)),
        ...[...project.passToPass, ...(story.tests ?? [])].map((name) => verdict(name, true)),
      ]),
      exit_code: story.passed ? 0 : 1,
    },
    trajectory: { format, file: withIds(text, known) },
    tokens: 800 + own.int(2000),
    turns: story.steps.length,
  };
}
