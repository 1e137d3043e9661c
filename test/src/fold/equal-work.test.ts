import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contendersOf, representatives, withWork } from '../../../src/fold/facts.js';
import { foldResult } from '../../../src/fold/fold.js';
import { facts, outcomeOf, passOf, settings, timing } from '../../support/outcome.js';

/** Lengths decide everything for this judge. */
const scoreOf = (length: number): number => 1 + (length % 5);

test('work that differs in comments and layout alone gets equal factors in 500 groups, whatever a judge makes of length', () => {
  const lengths = fc.array(fc.nat(500), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(lengths, fc.nat(5), (given, at) => {
      const ids = given.map((_, index) => `r${index}`);
      const twin = ids[at % ids.length] as string;
      const passes = [...ids, 'variant'].map((id) => ({ id, passed: true }));
      // The variant has a tree of its own, and the same work as its original.
      const known = withWork(facts([...passes, { id: 'failure', passed: false }]), (id) =>
        id === 'variant' ? twin : id,
      );
      const scored = [...new Set(representatives(contendersOf(known)).values())];
      const lengthOf = (id: string): number => (id === 'variant' ? 499 : (given[ids.indexOf(id)] ?? 0));
      const scores = Object.fromEntries(scored.map((id) => [id, scoreOf(lengthOf(id))]));
      const { rollouts } = foldResult({
        facts: known,
        outcome: outcomeOf({ passes: [passOf(scores)] }),
        settings: settings(),
        timing,
        recording: null,
      });
      const factor = (id: string) => rollouts.find((one) => one.id === id)?.factor ?? null;
      expect(scored).toHaveLength(ids.length);
      expect(factor('variant')).not.toBeNull();
      expect(factor('variant')).toBe(factor(twin));
    }),
    { numRuns: 500 },
  );
});
