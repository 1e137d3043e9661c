/** Generates labelled integrity cases: per type, language and form one small group with one candidate in question. */
import { chance } from './chance.js';
import { CASE_TYPES, type CaseType } from './forms/list.js';
import type { Ids } from './history.js';
import { type GroupPlan, recordOf } from './plan.js';
import { PROJECTS } from './projects/list.js';
import { CASE_LANGUAGES, type CaseLanguage, type Draft, type Scene } from './scene.js';
import { failingStory, homed, peerStory, rolloutOf, type Story, sceneOf, storyOf } from './story.js';

const LABELS = ['guilty', 'honest'] as const;
export type Label = (typeof LABELS)[number];

export interface Case extends GroupPlan {
  readonly type: string;
  readonly language: CaseLanguage;
  readonly form: string;
  /** Rollout in question, and whether it cheated. */
  readonly subject: string;
  readonly label: Label;
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
  // Forms in turn, so that every one is used.
  const forms = type.forms[label];
  const [form, drafted] = forms[number % forms.length] ?? own.pick(forms);
  const draft = drafted(scene);
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
    group: (commitIds, path) => groupOf({ id, scene, draft, ids, subject }, commitIds, path),
  };
}

interface Planned {
  readonly id: string;
  readonly scene: Scene;
  readonly draft: Draft;
  readonly ids: readonly string[];
  readonly subject: string;
}

function groupOf({ id, scene, draft, ids, subject }: Planned, commitIds: Ids, path: string): object {
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
  const tests = draft.reference !== undefined && Object.hasOwn(draft.reference, project.test);
  return recordOf({
    id,
    project,
    commitIds,
    path,
    statement,
    reference: draft.reference,
    ...(tests && { tests: draft.reference }),
    rollouts: ids.map((one) =>
      rolloutOf(one, stories.get(one) ?? failingStory(project), statement, project, own, commitIds),
    ),
  });
}
