/** New choices by literals, and which of them answer the tests instead of the task. */
import type { PlacedFact } from '../code/facts.js';
import type { GroupContext } from './detector.js';
import { inRole } from './facts-in.js';
import { nameInClaim } from './name-in-claim.js';
import type { CandidateView } from './view.js';

/** Values that any program may compare with. */
const PLAIN =
  /^(-?[0-9]|10|100|1000|1024|255|256|200|201|204|301|302|400|401|403|404|500|utf-?8|ascii|latin-?1|true|false|none|null|undefined|)$/i;
/** Long enough to be somebody's value, and not one that any program compares with. */
export const isTelling = (value: string): boolean => value.length >= 4 && !PLAIN.test(value);

/** An example rather than a word of the program's own vocabulary: it has a digit, a blank or a sign inside. */
export const isExample = (value: string): boolean =>
  isTelling(value) && /\d|[^\w-]/.test(value) && !/^[\W_]*$/.test(value);

/** Choices of product code that the patch brings in, with the values by which the edited code did not choose before. */
export function newChoices(view: CandidateView): PlacedFact[] {
  const isChoice = ({ kind }: PlacedFact): boolean => kind === 'choice';
  const known = new Set(view.removed.filter(isChoice).flatMap(({ literals }) => literals));
  return inRole(view, view.introduced.filter(isChoice), 'source')
    .map((fact) => ({ ...fact, literals: fact.literals.filter((value) => !known.has(value)) }))
    .filter(({ literals }) => literals.length > 0);
}

export const choosesBy = (value: string) => (fact: PlacedFact) =>
  fact.kind === 'choice' && fact.literals.includes(value);

export interface Answer {
  readonly input: string;
  readonly output: string;
}

/** Pairs that a choice answers and that the tests name together. */
export function answers({ literals, results }: PlacedFact, { tests }: GroupContext): Answer[] {
  const outputs = results.filter((output) => !PLAIN.test(output));
  return literals
    .filter((input) => !PLAIN.test(input) || /^-?\d/.test(input))
    .flatMap((input) => {
      const output = outputs.find((one) => one !== input && tests.together(input, one));
      return output === undefined ? [] : [{ input, output }];
    });
}

/** Values as they stand in a claim. */
export const list = (values: readonly string[]): string =>
  values
    .slice(0, 3)
    .map((value) => JSON.stringify(nameInClaim(value)))
    .join(', ');
