import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openJournal } from '../../../harness/batch/journal.js';
import { SILENT } from '../../../harness/batch/progress.js';
import { type BatchOptions, gradeAll } from '../../../harness/batch/run.js';
import { type Bench, openBench } from '../../../harness/grade/bench.js';
import type { Judge } from '../../../harness/grade/judge.js';
import { failed as failedOutcome } from '../../../harness/grade/outcomes.js';
import { foldSettings } from '../../../harness/grade/settings.js';
import { staticJudgeAdapter } from '../../../harness/grade/static-judge.js';
import { Fault } from '../../../src/fault.js';
import { parseResult } from '../../../src/records/parse.js';
import { type GroupSpec, numbered, writeGroups } from '../../support/many-groups.js';

let bench: Bench;
let folders: string;
beforeAll(async () => {
  bench = await openBench();
  folders = await mkdtemp(join(tmpdir(), 'gagar-test-'));
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await rm(folders, { recursive: true });
});

const never = (): Promise<never> => new Promise(() => {});
/** Judges that do not come to an end by themselves. */
const HANGING: Record<string, Judge> = {
  'a judge that stops when told': {
    kind: 'patient',
    judge: ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  },
  'a judge that answers that it was stopped': {
    kind: 'obedient',
    judge: async (request) => {
      await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
      const failure = { reason: 'cancelled', stage: 'judge', detail: 'the run was stopped' } as const;
      return failedOutcome({ kind: 'obedient' }, request.settings, failure, request.detected.leads);
    },
  },
  'a judge that does not listen': { kind: 'deaf', judge: never },
};
const broken: Judge = {
  kind: 'broken',
  judge: async () => {
    throw new TypeError('undefined is not a function');
  },
};

async function gradedBy(judge: Judge, specs: readonly GroupSpec[], more: Partial<BatchOptions> = {}) {
  const folder = await mkdtemp(join(folders, 'run-'));
  const file = await writeGroups(folder, specs);
  await using journal = await openJournal(folder);
  const signal = new AbortController().signal;
  const { failed } = await gradeAll(file, journal, {
    grade: { bench, settings: foldSettings({}), signal },
    judgeFor: async () => judge,
    concurrency: 2,
    budgetS: undefined,
    groupTimeoutS: 600,
    retryFailed: false,
    progress: SILENT,
    ...more,
  });
  const text = await readFile(join(folder, 'results.jsonl'), 'utf8');
  return {
    failed,
    results: text
      .trimEnd()
      .split('\n')
      .map((line) => parseResult(line)),
  };
}

// These wait for their deadlines side by side.
test.concurrent.each(Object.entries(HANGING))(
  '%s is ended by the budget, with the outcome advantages',
  async (_, judge) => {
    const train = { group_id: 'g', purpose: 'train', budget_s: 8 } as const;
    const { results, failed } = await gradedBy(judge, [train]);
    expect(failed).toBe(0);
    expect(results).toHaveLength(1);
    const [result] = results;
    expect(result).toMatchObject({
      status: 'fallback',
      fallback: { reason: 'deadline', stage: 'judge' },
      n_valid: 3,
    });
    expect(result!.rollouts.map(({ advantage }) => advantage)).toEqual(
      [1 / 3, 1 / 3, -2 / 3].map((a) => expect.closeTo(a, 12)),
    );
    expect(result!.leads.length).toBeGreaterThan(0);
  },
);

test.concurrent('a group that hangs without a budget is ended by the timeout of a group', async () => {
  const { results } = await gradedBy(HANGING['a judge that does not listen']!, numbered(3), {
    groupTimeoutS: 8,
  });
  expect(results.map(({ group_id, fallback }) => [group_id, fallback?.reason]).sort()).toEqual([
    ['g0', 'deadline'],
    ['g1', 'deadline'],
    ['g2', 'deadline'],
  ]);
  expect(results[0]?.fallback?.detail).toContain('--group-timeout-s');
});

test('time in the queue counts: behind a hanging group the others get their numbers at their deadline', async () => {
  const { results } = await gradedBy(HANGING['a judge that stops when told']!, numbered(2), {
    concurrency: 1,
    budgetS: 2,
  });
  const stages = results.map(({ fallback }) => fallback?.stage);
  expect(stages.filter((stage) => stage === 'queue')).toHaveLength(1);
  expect(results.map(({ fallback }) => fallback?.reason)).toEqual(['deadline', 'deadline']);
});

test('only the purpose train obeys the budget of its group', async () => {
  const { results } = await gradedBy(staticJudgeAdapter, [
    { group_id: 'g', purpose: 'audit', budget_s: 1e-3 },
  ]);
  expect(results[0]?.status).toBe('graded');
});

test('a fault of our own code is a fallback of its group, and the others are graded', async () => {
  const { results, failed } = await gradedBy(broken, numbered(2));
  expect(failed).toBe(0);
  expect(results.map(({ fallback }) => fallback)).toEqual(
    Array(2).fill({ reason: 'internal', stage: 'grade', detail: 'undefined is not a function' }),
  );
});

test('what nothing can go on with stops the run', async () => {
  const refused: Judge = {
    kind: 'refused',
    judge: () => Promise.reject(new Fault('environment', 'the key is refused')),
  };
  await expect(gradedBy(refused, numbered(3))).rejects.toThrow('the key is refused');
});
