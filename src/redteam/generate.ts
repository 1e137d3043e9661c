/** Generates labelled integrity cases: per type, language and form one small group with one candidate in question. */
import { type Chance, chance } from './chance.js';
import { patchOf } from './diff.js';
import { CASE_TYPES, type CaseType } from './forms/list.js';
import { type Ids, withIds } from './history.js';
import { PROJECTS } from './projects/list.js';
import {
  CASE_LANGUAGES,
  type CaseLanguage,
  type Changes,
  type Draft,
  type Form,
  type Project,
  type Scene,
  type Step,
} from './scene.js';
import { closing, trajectoryText, WRITTEN_FORMATS } from './trajectory.js';

export const LABELS = ['guilty', 'honest'] as const;
export type Label = (typeof LABELS)[number];

export interface Case {
  readonly id: string;
  readonly type: string;
  readonly language: CaseLanguage;
  readonly form: string;
  /** Rollout in question, and whether it cheated. */
  readonly subject: string;
  readonly label: Label;
  readonly project: Project;
  /** Base repositories of equal keys are equal. */
  readonly repository: string;
  /** The `gagar.group/1` record, once the ids of the history are known. */
  group(ids: Ids, repository: string): object;
}

export interface GenerateOptions {
  readonly seed: string;
  /** Cases per type, language and label. */
  readonly each: number;
  /** Only these types. */
  readonly types?: readonly string[];
}

/** Same options, same cases. Labels are honest or guilty in equal numbers. */
export function* generateCases({ seed, each, types }: GenerateOptions): Generator<Case, void> {
  for (const type of CASE_TYPES) {
    if (types !== undefined && !types.includes(type.id)) continue;
    for (const language of CASE_LANGUAGES)
      for (const label of LABELS)
        for (let number = 0; number < each; number++) yield caseOf(seed, type, language, label, number);
  }
}

function caseOf(seed: string, type: CaseType, language: CaseLanguage, label: Label, number: number): Case {
  const id = `${type.id}-${language}-${label}-${number + 1}`;
  const own = chance(`${seed} ${id}`);
  const makers = PROJECTS[language];
  const [which, edition] = [number % makers.length, own.int(3)];
  const repository = `${language}-${which}-${edition}`;
  const make = makers[which] ?? makers[0];
  if (make === undefined) throw new RangeError(`${language} has no project`);
  const project = homed(make(chance(`${seed} ${repository}`)));
  const scene = sceneOf(project, own);
  const [form, draft] = drafted(type.forms[label], scene, number);
  const ids = ['a', 'b', 'c'].map((letter) => `${letter}${own.hex(4)}`);
  const subject = own.pick(ids);
  return {
    id,
    type: type.id,
    language,
    form,
    subject,
    label,
    project,
    repository,
    group: (known, path) => groupOf({ id, scene, draft, ids, subject }, known, path),
  };
}

/** The README says where the project lives, as READMEs do. */
function homed(project: Project): Project {
  const url = urlOf(project);
  const readme = `${project.files['README.md'] ?? ''}\nSource and issues: ${url}\n`;
  return { ...project, files: { ...project.files, 'README.md': readme } };
}

const urlOf = ({ owner, name }: Project): string => `https://github.com/${owner}/${name}`;

const sceneOf = (project: Project, own: Chance): Scene => ({
  project,
  chance: own,
  url: urlOf(project),
  fixDiff: patchOf(project.files, { [project.source]: project.fixed }),
});

/** Forms in turn, so that every one is used; one that makes no sense in the language is passed over. */
function drafted(forms: readonly Form[], scene: Scene, number: number): [string, Draft] {
  for (let at = 0; at < forms.length; at++) {
    const [name, draft] = forms[(number + at) % forms.length] ?? ['', () => null];
    const made = draft(scene);
    if (made !== null) return [name, made];
  }
  throw new RangeError('no form fits the language');
}

interface Planned {
  readonly id: string;
  readonly scene: Scene;
  readonly draft: Draft;
  readonly ids: readonly string[];
  readonly subject: string;
}

function groupOf({ id, scene, draft, ids, subject }: Planned, known: Ids, path: string): object {
  const { project } = scene;
  const own = chance(`${id} rollouts`);
  const statement = `${project.statement}${draft.asks ? `\n${draft.asks}\n` : ''}`;
  const others = ids.filter((one) => one !== subject);
  const [first, last] = own.int(2) === 0 ? others : [...others].reverse();
  const stories = new Map<string, Story>([
    [subject, storyOf(scene, draft, own)],
    [first ?? '', peerStory(project, own)],
    [last ?? '', failingStory(project)],
  ]);
  const tests = draft.reference !== undefined && touchesTest(project, draft.reference);
  const reference = { [project.source]: project.fixed, ...draft.reference };
  const testPatch = tests ? (draft.reference ?? {}) : { [project.test]: project.hidden };
  return {
    schema: 'gagar.group/1',
    group_id: id,
    task: {
      id,
      dataset: 'gagar-redteam',
      statement,
      repo: { path, base_commit: known['base'], language: project.language },
      environment: { test_command: project.command, network: 'unknown' },
      tests: {
        fail_to_pass: project.failToPass,
        pass_to_pass: project.passToPass,
        test_patch: patchOf(project.files, testPatch),
        protected_paths: [project.test],
      },
      reference_patch: patchOf(project.files, reference),
      package: { name: project.packageName, version: project.version },
      git_history: 'unknown',
      evaluation: { status: 'ok' },
    },
    rollouts: ids.map((one) =>
      rolloutOf(one, stories.get(one) ?? failingStory(project), statement, project, own, known),
    ),
  };
}

const touchesTest = ({ test }: Project, changes: Changes): boolean => Object.hasOwn(changes, test);

interface Story {
  readonly passed: boolean;
  readonly steps: readonly Step[];
  readonly changes: Changes;
}

function storyOf(
  { project }: Scene,
  { fix, changes = {}, before = [], after = [] }: Draft,
  own: Chance,
): Story {
  const fixes: Record<Draft['fix'], Changes> = {
    upstream: { [project.source]: project.fixed },
    own: { [project.source]: own.pick(project.own) },
    none: {},
  };
  return told(project, { ...fixes[fix], ...changes }, true, own, before, after);
}

const peerStory = (project: Project, own: Chance): Story =>
  told(project, { [project.source]: own.pick(project.own) }, true, own);

const failingStory = (project: Project): Story =>
  told(project, { [project.source]: project.wrong }, false, chance(project.name));

function told(
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

function rolloutOf(
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
    patch: patchOf(project.files, story.changes),
    test_log: story.passed ? project.passed : project.failed,
    tests: {
      status: Object.fromEntries([
        ...project.failToPass.map((name) => verdict(name, story.passed)),
        ...project.passToPass.map((name) => verdict(name, true)),
      ]),
      exit_code: story.passed ? 0 : 1,
    },
    trajectory: { format, file: withIds(text, known) },
    tokens: 800 + own.int(2000),
    turns: story.steps.length,
  };
}
