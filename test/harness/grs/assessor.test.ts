import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixture } from '../../../fixtures/base.js';
import { type Bench, openBench } from '../../../harness/grade/bench.js';
import { gradeGroup } from '../../../harness/grade/grade.js';
import { foldSettings } from '../../../harness/grade/settings.js';
import { staticJudgeAdapter } from '../../../harness/grade/static-judge.js';
import { assessGroup } from '../../../harness/grs/assessor.js';
import type { AssessorOptions } from '../../../harness/grs/port.js';
import { rubricOf } from '../../../harness/grs/rubric-file.js';
import { DEFAULT_BUDGET } from '../../../harness/judge/budget.js';
import type { ModelRequest } from '../../../harness/providers/port.js';
import { type ScriptPlay, scripted } from '../../../harness/providers/scripted.js';
import { readRecording } from '../../../harness/recording-file.js';
import { type Sandbox, unavailable } from '../../../sandbox/exec/port.js';
import { loadGroup } from '../../../sandbox/load/group.js';
import { Fault } from '../../../src/fault.js';
import { bubblewrap } from '../../support/sandboxes.js';
import { criterion, rubricDraft } from '../../support/task-rubric.js';

let folder: string;
let bench: Bench;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-grs-'));
  bench = await openBench({ cacheDir: join(folder, 'cache'), tempDir: join(folder, 'temp') });
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const nobody: AssessorOptions['reader'] = {
  reason: 'incomplete_verdict',
  stage: 'assess',
  detail: 'nobody reads',
};
const reading = (play: ScriptPlay): AssessorOptions['reader'] => ({
  provider: scripted(play),
  context_tokens: 100_000,
  max_output_tokens: 4000,
});

/** cashbook: six passes of which two share a tree, two failures. */
async function assess(
  rubric: object,
  more: Partial<AssessorOptions> = {},
  budget_s?: number,
  signal = new AbortController().signal,
) {
  const digested = rubricOf(rubricDraft(rubric), 'test');
  const options: AssessorOptions = {
    kind: 'scripted',
    reader: nobody,
    limits: DEFAULT_BUDGET,
    openSandbox: async () => unavailable('this test has none'),
    ...more,
  };
  return gradeGroup(await loadGroup(fixture('cashbook')), {
    bench,
    judge: staticJudgeAdapter,
    grs: {
      choose: async () => ({ rubric: digested, reason: 'a test' }),
      assess: (request) => assessGroup(request, options),
    },
    settings: foldSettings(),
    emit: () => {},
    signal,
    budget_s,
  });
}

const changesTests = criterion('made', { check: { kind: 'static', fact: 'changes', path: 'tests/' } });
const ranTests = criterion('worked', { check: { kind: 'static', fact: 'ran', pattern: 'unittest' } });
const byCode = { solution: [changesTests], behaviour: [ranTests] };
const rowOf = ({ rollouts }: Awaited<ReturnType<typeof assess>>, id: string) =>
  rollouts.find((row) => row.id === id)!;

test('facts alone need neither a judge nor a sandbox', async () => {
  const result = await assess(byCode);
  expect(result).toMatchObject({ status: 'graded', usage: { requests: 0, checks: 0 } });
  expect(result.stations.grs).toMatchObject({ 'roll-4': 1, 'roll-2': 0, 'roll-3': 0, 'roll-5': 0 });
  expect(result.judge).toMatchObject({ provider: null, prompt_digest: null });
});

test('a criterion that cannot be assessed leaves the whole group with its test rewards', async () => {
  const result = await assess({ ...byCode, solution: [changesTests, criterion('read')] });
  expect(result).toMatchObject({
    status: 'fallback',
    fallback: { reason: 'incomplete_verdict', stage: 'assess' },
  });
  expect(result.stations.grs).toBeNull();
  expect(rowOf(result, 'roll-4')).toMatchObject({ reward_effective: 1, grs: { s_sol: null, s_beh: 1 } });
  expect(rowOf(result, 'roll-3').grs).toBeNull();
});

const aliasIn = ({ messages: [first] }: ModelRequest): string =>
  /^Assess candidate (\S+) by /m.exec(first?.role === 'user' ? first.text.join('\n') : '')?.[1] ?? '';

/** Answers what it is asked with yes, and a citation that stands in every passing patch or in none. */
const yesMan =
  (asked: string[]): ScriptPlay =>
  (request) => {
    const alias = aliasIn(request);
    asked.push(alias);
    const turn = request.messages.length;
    if (turn === 1)
      return {
        calls: [{ name: 'list_candidates' }, { name: 'show_patch', arguments: { candidate: alias } }],
      };
    const shown = JSON.stringify(request.messages);
    const line = /(\d+) \+ {4}(elif bare\.endswith[^\\]*)/.exec(shown);
    const citation = {
      kind: 'patch',
      candidate: alias,
      path: 'cashbook/money.py',
      side: 'new',
      lines: [Number(line?.[1] ?? 1), Number(line?.[1] ?? 1)],
      quote: `    ${line?.[2] ?? 'nothing of this kind'}`,
    };
    return {
      calls: [
        {
          name: 'assess',
          arguments: { criterion: 'read', verdict: 'yes', reason: 'It stands there.', citations: [citation] },
        },
      ],
    };
  };

test('twins are read once for what they made, and each rollout sees nobody but itself', async () => {
  const asked: string[] = [];
  const result = await assess(
    { ...byCode, solution: [criterion('read')] },
    { reader: reading(yesMan(asked)) },
  );
  expect(new Set(asked).size).toBe(5);
  expect(rowOf(result, 'roll-2').grs?.criteria).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: 'read', verdict: 'yes' })]),
  );
  expect(rowOf(result, 'roll-7').grs?.s_sol).toBe(1);
  // roll-1 has no such line: its answers are refused until the judge is given up.
  expect(result.fallback?.detail).toMatch(/roll-1: read: nobody answered it/);
});

/** Reads events first; falls silent behind them for as long as there are any to read, and then answers no. */
const shy =
  (silent: string): ScriptPlay =>
  (request) => {
    const alias = aliasIn(request);
    const { messages } = request;
    if (!messages.some(({ role }) => role === 'assistant'))
      return {
        calls: [
          { name: 'read_events', arguments: { candidate: alias, from: 'e1' } },
          { name: 'show_patch', arguments: { candidate: alias } },
        ],
      };
    if (alias === silent && JSON.stringify(messages).includes('e1 turn')) return { stop: 'refusal' };
    const citation = {
      kind: 'file',
      tree: alias,
      path: 'cashbook/money.py',
      lines: [1, 1],
      quote: '"""Amounts as text: the only place where they are read and written."""',
    };
    return {
      calls: [
        {
          name: 'assess',
          arguments: {
            criterion: 'read',
            verdict: 'no',
            reason: 'Nothing of this stands there.',
            citations: [citation],
          },
        },
      ],
    };
  };

test('a judge that one trajectory keeps from answering is asked again for the diff alone, and the group is refined', async () => {
  const rubric = { ...byCode, solution: [changesTests, criterion('read')] };
  const plain = await assess(rubric, { reader: reading(shy('nobody')) });
  expect(plain).toMatchObject({ status: 'graded', warnings: [] });
  const culprit = Object.entries(plain.judge.alias_map).find(([, id]) => id === 'roll-8')?.[0] ?? '';
  const run = join(folder, 'shy');
  const result = await assess(rubric, { reader: reading(shy(culprit)), folder: run });
  expect(result).toMatchObject({ status: 'graded', fallback: null });
  expect(result.warnings).toEqual([
    expect.stringMatching(/^reduced_to_diff: roll-8: no usable answer 3 times in a row behind what it did/),
  ]);
  expect(result.rollouts).toEqual(plain.rollouts);
  const { head, steps } = await readRecording(join(run, 'recording.jsonl'));
  const recordedRun = { identity: head.judge, steps };
  const again = await assess(rubric, { reader: reading(() => undefined), recordedRun });
  expect({ ...again, timing: null, recording: null }).toEqual({ ...result, timing: null, recording: null });
});

test('a judge that is gone ends the group as unavailable, with the test rewards', async () => {
  const result = await assess(
    { ...byCode, solution: [criterion('read')] },
    { reader: reading(() => undefined) },
  );
  expect(result).toMatchObject({
    status: 'fallback',
    fallback: { reason: 'judge_unavailable', stage: 'assess' },
  });
});

test('the prompt names criteria and evidence, and no weight, id, reward or failure', async () => {
  let text = '';
  const play: ScriptPlay = (request) => {
    text += JSON.stringify(request);
    return undefined;
  };
  await assess(
    { ...byCode, solution: [criterion('read', { weight: 987, text: 'Reads\nwell.' })] },
    { reader: reading(play) },
  );
  expect(text).toContain('`read`: Reads well.');
  expect(text).toContain('Evidence: A line that shows it.');
  expect(text).not.toMatch(/987|roll-\d|reward/);
});

test('a command runs in the sandbox alone, on the own tree of each rollout, and is played from the recording', async () => {
  const marker = join(tmpdir(), `gagar-marker-${process.pid}`);
  const command = `touch ${marker}; id -u; test -f repro.py`;
  const rubric = { ...byCode, solution: [criterion('left', { check: { kind: 'command', command } })] };
  const run = join(folder, 'run');
  const first = await assess(rubric, { openSandbox: bubblewrap, folder: run });
  expect(existsSync(marker)).toBe(false);
  expect(first).toMatchObject({ status: 'graded', usage: { checks: 5 } });
  const verdicts = first.rollouts.map(({ id, grs }) => [id, grs?.criteria[0]?.verdict]);
  expect(Object.fromEntries(verdicts)).toMatchObject({
    'roll-8': 'yes',
    'roll-1': 'no',
    'roll-2': 'no',
    'roll-7': 'no',
  });
  const { head, steps } = await readRecording(join(run, 'recording.jsonl'));
  const again = await assess(rubric, { recordedRun: { identity: head.judge, steps } });
  expect({ ...again, timing: null, recording: null }).toEqual({ ...first, timing: null, recording: null });
});

test('a pass that hangs where the base hangs takes its group along only where all of them hang', async () => {
  const hangs = (unless: string) => ({
    ...byCode,
    solution: [
      criterion('ends', { check: { kind: 'command', command: `${unless} || sleep 60`, timeout_s: 1 } }),
    ],
  });
  const some = await assess(hangs('test -f repro.py'), { openSandbox: bubblewrap });
  expect(some).toMatchObject({ status: 'graded', fallback: null });
  expect(rowOf(some, 'roll-8').grs?.criteria[0]).toMatchObject({ verdict: 'yes' });
  expect(rowOf(some, 'roll-1').grs?.criteria[0]).toMatchObject({
    verdict: 'no',
    reason: expect.stringMatching(/stopped at the time limit, as on the base; it ends for another pass$/),
  });
  const all = await assess(hangs('false'), { openSandbox: bubblewrap });
  expect(all.fallback).toMatchObject({ reason: 'incomplete_verdict', stage: 'assess' });
});

test('a run that is stopped gives its own reason, not that of the check which was cut off', async () => {
  const interrupt = new AbortController();
  const openSandbox = async (): Promise<Sandbox> => ({
    ...unavailable('never asked'),
    unavailable: null,
    exec: async () => {
      interrupt.abort(new Fault('cancelled', 'stopped by SIGINT'));
      throw new Fault('cancelled', 'the check was cancelled');
    },
  });
  const check = { kind: 'command', command: 'true' } as const;
  const rubric = { ...byCode, solution: [criterion('runs', { check })] };
  await expect(assess(rubric, { openSandbox }, undefined, interrupt.signal)).rejects.toThrow(
    'stopped by SIGINT',
  );
});

test('a command that finds nothing to run leaves the group as it was', async () => {
  const rubric = {
    ...byCode,
    solution: [criterion('runs', { check: { kind: 'command', command: 'true' } })],
  };
  const result = await assess(rubric);
  expect(result.fallback?.detail).toMatch(/runs: it was not run:/);
});

test('a group whose time is over keeps its test rewards', async () => {
  const result = await assess(
    { ...byCode, solution: [criterion('read')] },
    { reader: reading(yesMan([])) },
    0.001,
  );
  expect(result.fallback?.reason).toBe('deadline');
});
