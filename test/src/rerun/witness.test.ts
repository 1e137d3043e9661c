/** Passes that do not survive without the tests they changed. */
import { expect, test } from 'vitest';
import { withoutWitness } from '../../../src/rerun/witness.js';

const lost = { survival: { survives: false, reason: 'a fails' }, changedTests: true };
test.each([
  { title: 'nobody passes and there is no reference', others: [], hasReference: false, survives: null },
  { title: 'there is a reference', others: [], hasReference: true, survives: false },
  {
    title: 'another one passes',
    others: [{ survival: { survives: true, reason: '' } }],
    hasReference: false,
    survives: false,
  },
])('a pass that needs its changed tests, where $title', ({ others, hasReference, survives }) => {
  expect(withoutWitness([lost, ...others], hasReference)[0]?.survival.survives).toBe(survives);
});

test('a pass that needs no changed tests is never excused', () => {
  expect(withoutWitness([{ ...lost, changedTests: false }], false)[0]?.survival.survives).toBe(false);
});
