/** Passes that do not survive without the tests they changed. */
import { expect, test } from 'vitest';
import { withoutWitness } from '../../../src/rerun/witness.js';

const lost = { survival: { survives: false, reason: 'a fails' }, changedTests: true };
test.each([
  { title: 'nobody passes and there is no reference', others: [], hasReference: false, survives: null },
  { title: 'there is a reference', others: [], hasReference: true, survives: false },
  {
    title: 'another one passes',
    others: [{ survival: { survives: true, reason: '' }, isWitness: true }],
    hasReference: false,
    survives: false,
  },
  {
    title: 'another one passes all that decides, while a test that does not is not run',
    others: [{ survival: { survives: null, reason: '' }, isWitness: true }],
    hasReference: false,
    survives: false,
  },
])('a pass that needs its changed tests, where $title', ({ others, hasReference, survives }) => {
  expect(withoutWitness([lost, ...others], { hasReference, runsNamed: true })[0]?.survival.survives).toBe(
    survives,
  );
});

test('a pass that needs no changed tests is never excused', () => {
  const group = { hasReference: false, runsNamed: true };
  expect(withoutWitness([{ ...lost, changedTests: false }], group)[0]?.survival.survives).toBe(false);
});

const silent = { survival: { survives: false, reason: 'a was not run' }, ranNone: true };
test.each([
  { title: 'neither the base nor another pass', runsNamed: false, others: [], survives: null },
  { title: 'the base', runsNamed: true, others: [], survives: false },
  {
    title: 'another pass',
    runsNamed: false,
    others: [{ survival: { survives: true, reason: '' }, isWitness: true }],
    survives: false,
  },
])('a pass that runs no named test, where $title runs one', ({ runsNamed, others, survives }) => {
  const [first] = withoutWitness([silent, ...others], { hasReference: false, runsNamed });
  expect(first?.survival.survives).toBe(survives);
});
