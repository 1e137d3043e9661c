/** Puts the answers of all assessed rollouts together: S of each rubric, and what is missing for it. */
import type { AssessedCriterion, GrsVerdict } from '../records/rollout-result.js';
import type { Criterion, TaskRubric } from '../records/task-rubric.js';
import type { CommandReading } from './command.js';
import { scoreOf } from './score.js';

export interface GrsUnit {
  readonly id: string;
  /** Whose tree stands for its own; itself where no other pass has the same. */
  readonly representative: string;
}

export type CriterionAnswer = Omit<AssessedCriterion, 'weight'> & Pick<CommandReading, 'open'>;
/** By criterion. */
export type Answers = ReadonlyMap<string, CriterionAnswer>;

/** @param answers by rollout; the solution of a twin is answered by its representative */
export function grsVerdicts(
  { solution, behaviour }: TaskRubric,
  units: readonly GrsUnit[],
  given: ReadonlyMap<string, Answers>,
): Map<string, GrsVerdict> {
  const answers = closed(given);
  return new Map(
    units.map(({ id, representative }) => {
      const made = solution.map((criterion) => answered(criterion, answers.get(representative)));
      const worked = behaviour.map((criterion) => answered(criterion, answers.get(id)));
      return [id, { s_sol: scoreOf(made), s_beh: scoreOf(worked), criteria: [...made, ...worked] }];
    }),
  );
}

/**
 * A command that ends for one pass can be run: where another hangs in it as the base does, that is the pass's own doing, and
 * must not buy its whole group a way out of the rubric.
 */
function closed(answers: ReadonlyMap<string, Answers>): ReadonlyMap<string, Answers> {
  const all = [...answers.values()].flatMap((own) => [...own.values()]);
  const ending = new Set(all.filter(({ verdict }) => verdict !== 'unassessed').map(({ id }) => id));
  const close = (answer: CriterionAnswer): CriterionAnswer =>
    answer.open && ending.has(answer.id)
      ? { ...answer, verdict: 'no', reason: `${answer.reason}; it ends for another pass` }
      : answer;
  return new Map(
    [...answers].map(([rollout, own]) => [rollout, new Map([...own].map(([id, one]) => [id, close(one)]))]),
  );
}

const answered = ({ id, weight }: Criterion, answers: Answers | undefined): AssessedCriterion => {
  const { verdict = 'unassessed', reason = 'nobody answered it', citations = [] } = answers?.get(id) ?? {};
  return { id, verdict, weight, reason, citations };
};

/** What could not be assessed, in words; null where nothing is missing. */
export function incompleteText(verdicts: ReadonlyMap<string, GrsVerdict>): string | null {
  const missing = [...verdicts].flatMap(([rollout, { criteria }]) =>
    criteria
      .filter(({ verdict }) => verdict === 'unassessed')
      .map(({ id, reason }) => `${rollout}: ${id}: ${reason}`),
  );
  if (missing.length === 0) return null;
  const more = missing.length > SHOWN ? `; and ${missing.length - SHOWN} more` : '';
  return `could not be assessed: ${missing.slice(0, SHOWN).join('; ')}${more}`;
}

const SHOWN = 4;
