/** A rubric that is being written: criteria whose form and sources were checked when they were proposed. */
import { BASE } from '../evidence/provenance.js';
import { resolveCitation } from '../evidence/resolve.js';
import { type Case, renamedCitation } from '../judge/case.js';
import type { AliasMap } from '../judge/unblind.js';
import type { Citation } from '../records/citation.js';
import { quoted } from '../records/field.js';
import { checkSchema, toProblem } from '../records/problem.js';
import { type Criterion, type CriterionSource, RUBRIC_SCHEMA, TaskRubric } from '../records/task-rubric.js';
import { rubricProblems } from './check-rubric.js';

export type Part = 'solution' | 'behaviour';

export interface SourceDraft {
  /** An alias. */
  readonly candidate: string;
  readonly note: string;
  readonly citations: readonly Citation[];
}

export interface CriterionDraft extends Omit<Criterion, 'sources' | 'check'> {
  readonly rubric: Part;
  /** As it was written; the schema says what it may be. */
  readonly check: Readonly<Record<string, unknown>>;
  readonly sources: readonly SourceDraft[];
}

export type DraftEntry = { readonly id: string } | { readonly problems: readonly string[] };

/** The group at hand, under its aliases. */
export interface DraftGroup {
  readonly caseFile: Case;
  readonly ids: AliasMap;
}

export interface RubricDraft {
  readonly criteria: readonly (Criterion & { readonly rubric: Part })[];
  /** True once `finish` was answered with nothing left to do; a new group opens it again. */
  readonly finished: boolean;
  /** Goes on with another group of the same task. */
  open(group: DraftGroup): void;
  /** Writes a criterion, in the place of one of the same id; what other groups gave it as sources is kept. */
  propose(draft: CriterionDraft): Promise<DraftEntry>;
  support(id: string, source: SourceDraft): Promise<DraftEntry>;
  drop(id: string): DraftEntry;
  finish(): readonly string[];
  rubric(): TaskRubric;
}

export function openDraft(task: Pick<TaskRubric, 'task_id' | 'base_commit'>): RubricDraft {
  let criteria: (Criterion & { rubric: Part })[] = [];
  let group: DraftGroup | null = null;
  let finished = false;

  const rubricOf = (list: readonly (Criterion & { rubric: Part })[]): unknown => {
    const part = (name: Part) =>
      list.filter(({ rubric }) => rubric === name).map(({ rubric, ...criterion }) => criterion);
    const head = { schema: RUBRIC_SCHEMA, ...task, version: 1 };
    return { ...head, solution: part('solution'), behaviour: part('behaviour') };
  };
  /** What is wrong with one criterion, whatever the list still lacks. */
  const formProblems = (candidate: Criterion & { rubric: Part }): string[] => {
    const filler = { text: 'x', weight: 1, check: { kind: 'reading' as const }, evidence: 'x', sources: [] };
    const others = (['solution', 'behaviour'] as const)
      .filter((part) => part !== candidate.rubric)
      .map((part) => ({ ...filler, id: `other-part-of-${candidate.id}`.slice(0, 64), rubric: part }));
    const checked = checkSchema(TaskRubric, rubricOf([candidate, ...others]));
    const problems = 'problems' in checked ? checked.problems.map(toProblem) : rubricProblems(checked.value);
    return problems.map(
      ({ field, message }) => `${field.replace(/^(solution|behaviour)\[0\]\.?/, '')}: ${message}`,
    );
  };
  const sourced = async (drafts: readonly SourceDraft[]) => {
    const problems: string[] = [];
    const sources: CriterionSource[] = [];
    for (const [index, draft] of drafts.entries()) {
      const wrong = await sourceProblems(draft, group);
      problems.push(...wrong.map((problem) => `sources[${index}]: ${problem}`));
      if (wrong.length === 0 && group !== null) sources.push(byId(draft, group));
    }
    return { problems, sources };
  };

  return {
    get criteria() {
      return criteria;
    },
    get finished() {
      return finished;
    },
    open: (next) => {
      group = next;
      finished = false;
    },
    propose: async ({ sources: drafts, check, ...draft }) => {
      const known = criteria.find(({ id }) => id === draft.id);
      const { problems, sources } = await sourced(drafts);
      const here = group?.caseFile.material.group.group_id;
      const kept = known?.sources.filter(({ group_id }) => group_id !== here) ?? [];
      const written = { ...draft, check: check as Criterion['check'], sources: [...kept, ...sources] };
      problems.push(...formProblems(written));
      if (drafts.length === 0 && kept.length === 0)
        problems.push('sources: name a rollout that shows why it is needed');
      if (problems.length > 0) return { problems };
      criteria =
        known === undefined ? [...criteria, written] : criteria.map((one) => (one === known ? written : one));
      return { id: draft.id };
    },
    support: async (id, source) => {
      const known = criteria.find((one) => one.id === id);
      if (known === undefined) return { problems: [unknown(id, criteria)] };
      const { problems, sources } = await sourced([source]);
      if (problems.length > 0) return { problems };
      criteria = criteria.map((one) =>
        one === known ? { ...known, sources: [...known.sources, ...sources] } : one,
      );
      return { id };
    },
    drop: (id) => {
      if (!criteria.some((one) => one.id === id)) return { problems: [unknown(id, criteria)] };
      criteria = criteria.filter((one) => one.id !== id);
      return { id };
    },
    finish: () => {
      const todo = (['solution', 'behaviour'] as const)
        .filter((part) => !criteria.some(({ rubric }) => rubric === part))
        .map((part) => `the rubric of ${part} has no criterion yet`);
      finished = todo.length === 0;
      return todo;
    },
    rubric: () => TaskRubric.parse(rubricOf(criteria)),
  };
}

function unknown(id: string, criteria: readonly Criterion[]): string {
  const known = criteria.map((one) => one.id).join(', ');
  return `there is no criterion ${quoted(id)}${known === '' ? '' : `; there are ${known}`}`;
}

async function sourceProblems(
  { candidate, citations }: SourceDraft,
  group: DraftGroup | null,
): Promise<string[]> {
  if (group === null) return ['no group is open'];
  group.caseFile.candidate(candidate);
  const problems: string[] = [];
  let own = 0;
  for (const [index, citation] of citations.entries()) {
    const resolution = await resolveCitation(citation, group.caseFile.material);
    if (!resolution.ok) {
      const near = resolution.nearest;
      const hint = near === undefined ? '' : `; nearest: ${near.place}: ${near.text}`;
      problems.push(`citations[${index}]: ${resolution.reason}${hint}`);
    } else if (resolution.provenance.candidate === candidate) own += 1;
  }
  if (problems.length === 0 && own === 0) problems.push(`no citation comes from ${candidate}`);
  return problems;
}

function byId({ candidate, note, citations }: SourceDraft, { caseFile, ids }: DraftGroup): CriterionSource {
  const idOf = (alias: string): string => (alias === BASE ? BASE : (ids.get(alias) ?? alias));
  return {
    group_id: caseFile.material.group.group_id,
    rollout: idOf(candidate),
    note: [...ids].reduce((text, [alias, id]) => text.replaceAll(alias, id), note),
    citations: citations.map((citation) => renamedCitation(citation, idOf)),
  };
}
