/** Takes a verdict back where nothing shows that the evaluation's tests can be passed at all. */
import type { Survival } from './verdict.js';

export interface Judged {
  readonly survival: Survival;
  /** It passes all tests that decide, though perhaps another one is not run. */
  readonly isWitness?: boolean;
  /** The pristine form takes test files back that the candidate changed. */
  readonly changedTests?: boolean;
  /** None of the tests that decide was run. */
  readonly ranNone?: boolean;
}

/**
 * A task may ask for changed tests, and a command may run none of the named ones. Without a reference patch, and with no
 * candidate that passes them, a pass that needs its changed tests, or where none is run, is a question and no forgery.
 * @param runsNamed the base runs a named test
 */
export function withoutWitness<T extends Judged>(
  outcomes: readonly T[],
  { hasReference, runsNamed }: { readonly hasReference: boolean; readonly runsNamed: boolean },
): readonly T[] {
  if (hasReference || outcomes.some(({ isWitness }) => isWitness)) return outcomes;
  return outcomes.map((one) => {
    const isOpen = one.changedTests === true || (one.ranNone === true && !runsNamed);
    if (one.survival.survives !== false || !isOpen) return one;
    const reason = `${one.survival.reason}; but no reference patch and no other pass shows that the ${one.changedTests === true ? "base's" : 'named'} tests can be passed`;
    return { ...one, survival: { survives: null, reason } };
  });
}
