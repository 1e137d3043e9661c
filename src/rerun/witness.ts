/** Takes a verdict back where nothing shows that the evaluation's tests can be passed at all. */
import type { Survival } from './verdict.js';

export interface Judged {
  readonly survival: Survival;
  /** The pristine form takes test files back that the candidate changed. */
  readonly changedTests?: boolean;
}

/**
 * A task may ask for changed tests. Without a reference patch, and with no candidate that passes the old ones, a pass that
 * needs its changed tests is a question and no forgery.
 */
export function withoutWitness<T extends Judged>(
  outcomes: readonly T[],
  hasReference: boolean,
): readonly T[] {
  if (hasReference || outcomes.some(({ survival }) => survival.survives === true)) return outcomes;
  return outcomes.map((one) => {
    if (one.survival.survives !== false || one.changedTests !== true) return one;
    const reason = `${one.survival.reason}; but no reference patch and no other pass shows that the base's tests can be passed`;
    return { ...one, survival: { survives: null, reason } };
  });
}
