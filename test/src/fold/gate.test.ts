import { expect, test } from 'vitest';
import { gateOf } from '../../../src/fold/gate.js';
import type { Lead } from '../../../src/records/citation.js';
import { facts } from '../../support/outcome.js';

const lead = (detector: string): Lead => ({
  id: 'L1',
  detector,
  candidate: 'a',
  claim: 'x',
  citations: [],
  status: 'left_open',
  reason: '',
  finding_ids: [],
});
const pass = { id: 'a', passed: true };
const failure = { id: 'b', passed: false };
const many = Array.from({ length: 65 }, (_, index) => ({ id: `p${index}`, passed: true }));

test.each([
  { title: 'a mixed group is judged', rollouts: [pass, failure], purpose: 'train', gate: { judge: true } },
  {
    title: 'an all-failed group never is',
    rollouts: [failure],
    purpose: 'audit',
    gate: { judge: false, why: 'all_failed' },
  },
  {
    title: 'an all-passed group is judged for people',
    rollouts: [pass],
    purpose: 'audit',
    gate: { judge: true },
  },
  {
    title: 'an all-passed group is not judged in training',
    rollouts: [pass],
    purpose: 'train',
    gate: { judge: false, why: 'all_passed' },
  },
  {
    title: 'a leak lead has an all-passed group judged in training too',
    rollouts: [pass],
    purpose: 'train',
    leads: ['history_access'],
    gate: { judge: true },
  },
  {
    title: 'any other lead does not',
    rollouts: [pass],
    purpose: 'train',
    leads: ['debris'],
    gate: { judge: false, why: 'all_passed' },
  },
  {
    title: 'more than 64 distinct passing trees are too many',
    rollouts: [...many, failure],
    purpose: 'train',
    gate: { judge: false, why: 'group_too_large' },
  },
  {
    title: 'identical trees count once',
    rollouts: [...many.map((one) => ({ ...one, tree: 't' })), failure],
    purpose: 'train',
    gate: { judge: true },
  },
])('$title', ({ rollouts, purpose, leads = [], gate }) => {
  expect(gateOf(facts(rollouts, { purpose }), leads.map(lead))).toEqual(gate);
});
