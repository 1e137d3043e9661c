import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Judge } from '../../../harness/grade/judge.js';
import { scripted } from '../../../harness/providers/scripted.js';
import { readRecording } from '../../../harness/recording-file.js';
import type { Lead } from '../../../src/records/citation.js';
import type { Result } from '../../../src/records/result.js';
import { curious, thenScore } from '../../support/examiner.js';
import { judgeOf, type TestBench, testBench } from '../../support/grading.js';

let lab: TestBench;
beforeAll(async () => {
  lab = await testBench();
});
afterAll(() => lab[Symbol.asyncDispose]());

/** Detectors of a later version: they raise another lead first, and no longer the last one of today. */
const later = (leads: readonly Lead[]): Lead[] =>
  [{ ...leads[0]!, detector: 'a_later_one' }, ...leads.slice(0, -1)].map((lead, at) => ({
    ...lead,
    id: `L${at + 1}`,
  }));

const underLaterDetectors = (judge: Judge): Judge => ({
  kind: judge.kind,
  judge: (request) => {
    const leads = later(request.detected.leads);
    return judge.judge({ ...request, detected: { ...request.detected, leads } });
  },
});

const verdictOf = ({ leads, findings, rollouts, fallback }: Result) => ({
  leads,
  findings,
  rollouts,
  fallback,
});

test('a recording keeps the leads of its day, and plays to the same verdict under later detectors', async () => {
  const folder = join(lab.folder, 'whole');
  const first = await lab.judge('cashbook', judgeOf(scripted(thenScore(curious)), { folder }));
  const { head, steps } = await readRecording(join(folder, 'recording.jsonl'));
  expect(head.leads).toEqual((await lab.prepared('cashbook')).detected.leads);

  const recordedRun = { identity: head.judge, leads: head.leads, steps };
  const again = underLaterDetectors(judgeOf(scripted([]), { recordedRun, kind: 'recorded' }));
  expect(verdictOf(await lab.judge('cashbook', again))).toEqual(verdictOf(first));

  const { leads: _, ...older } = recordedRun;
  const drifted = underLaterDetectors(judgeOf(scripted([]), { recordedRun: older, kind: 'recorded' }));
  expect(verdictOf(await lab.judge('cashbook', drifted))).not.toEqual(verdictOf(first));
});

test('a run that was cut off is gone on with under the leads it was begun with', async () => {
  const folder = join(lab.folder, 'cut');
  const broken = thenScore((request, index) => (index < 2 ? curious(request, index) : undefined));
  await lab.judge('cashbook', judgeOf(scripted(broken), { folder }));
  const rest = thenScore(curious);
  const ended = await lab.judge('cashbook', underLaterDetectors(judgeOf(scripted(rest), { folder })));
  expect(ended.fallback).toBeNull();
  expect(ended.leads.map(({ detector }) => detector)).not.toContain('a_later_one');
  expect(ended.leads.filter(({ status }) => status === 'left_open')).toEqual([]);
});
