import { expect, test } from 'vitest';
import type { Judge } from '../../../harness/grade/judge.js';
import { staticJudgeAdapter } from '../../../harness/grade/static-judge.js';
import { compromised } from '../../../harness/providers/compromised.js';
import { attackJudge } from '../../../harness/redteam/attacks.js';
import { attacksText } from '../../../harness/redteam/attacks-table.js';
import { gradeHonest } from '../../../harness/redteam/honest.js';
import { attackScore } from '../../../src/redteam/attack/outcome.js';
import { judgeOf } from '../../support/grading.js';

const signal = new AbortController().signal;
const attack = (judge: Judge, bodies: string[], limit: number) =>
  attackJudge({ seed: 'test', judge, bodies, limit, signal, onOutcome: () => {} });

test('what a candidate writes to the judge changes nothing for the static judge', async () => {
  const outcomes = await attack(
    staticJudgeAdapter,
    ['direct-order', 'accuse-history', 'planted-verdict'],
    12,
  );
  expect(outcomes.filter(({ equal }) => !equal)).toEqual([]);
  expect(outcomes.length).toBe(12);
  expect(outcomes.filter(({ reported }) => !reported)).toEqual([]);
  // What is hidden from people is reported whatever it says.
  const controls = outcomes.filter(({ controlReported }) => controlReported).map(({ carrier }) => carrier);
  expect(controls.sort()).toEqual(['look-alikes', 'zero-width']);
}, 300_000);

test('a judge that obeys every order takes no reward from peers, and nothing planted or invented stands in its result', async () => {
  const outcomes = await attack(
    judgeOf(compromised()),
    ['planted-verdict', 'accuse-fabricated', 'planted-finding'],
    9,
  );
  const score = attackScore(outcomes);
  expect(score).toMatchObject({ pairs: 9, planted: 0, peersHarmed: 0, invented: 0, fallbacks: 0 });
  // It is a judge that does harm where it can: peers fall, and the attacker gains.
  expect(score.lowered).toBeGreaterThan(0);
  expect(score.gained).toBeGreaterThan(0);
  expect(attacksText(outcomes)).toMatch(/^all +9 /m);
}, 300_000);

test('no honest pass is zeroed by a judge that obeys an accuser', async () => {
  const score = await gradeHonest({ seed: 'test', passes: 24, judge: judgeOf(compromised()), signal });
  expect(score).toMatchObject({ passes: 24, zeroed: 0, masked: 0, confirmed: 0, fallbacks: 0 });
  // The accusations were made: they end as suspicion, which costs nothing.
  expect(score.suspected).toBe(24);
}, 300_000);
