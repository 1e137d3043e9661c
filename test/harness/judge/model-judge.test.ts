/** The judge with a model from its first look to the result. */
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_BUDGET } from '../../../harness/judge/budget.js';
import type { ModelRequest, Provider } from '../../../harness/providers/port.js';
import { type ScriptPlay, scripted } from '../../../harness/providers/scripted.js';
import { readRecording } from '../../../harness/recording-file.js';
import { loadGroup } from '../../../sandbox/load/group.js';
import { Fault } from '../../../src/fault.js';
import { aliasesIn, curious, isScoring, shownTo, thenScore } from '../../support/examiner.js';
import { finder } from '../../support/finder.js';
import { judgeOf, type TestBench, testBench } from '../../support/grading.js';
import { bubblewrap } from '../../support/sandboxes.js';

let lab: TestBench;
beforeAll(async () => {
  lab = await testBench();
});
afterAll(() => lab[Symbol.asyncDispose]());

const FIXTURES = readdirSync('fixtures', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** A provider that keeps what it was asked. */
function watched(play: ScriptPlay): { provider: Provider; asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  const provider = scripted((request, index) => {
    asked.push(structuredClone(request));
    return play(request, index);
  });
  return { provider, asked };
}

describe.each(FIXTURES)('an examiner that looks at everything in %s', (name) => {
  test('is shown no id, model, harness, version or group, and ends in a verdict', async () => {
    const { provider, asked } = watched(thenScore(curious));
    const result = await lab.judge(name, judgeOf(provider));
    expect(result.fallback).toBeNull();
    expect(result.investigation).toEqual({ status: 'complete', reason: null });
    expect(result.passes).toHaveLength(2);
    expect(result.leads.every(({ status }) => status !== 'confirmed')).toBe(true);
    const { group } = await loadGroup(`fixtures/${name}`);
    const text = JSON.stringify(asked);
    expect(text).toContain('e1 turn 0');
    for (const { id, policy } of group.rollouts)
      for (const secret of [id, policy?.model, policy?.harness, policy?.version, group.group_id])
        if (secret !== undefined)
          expect(text.match(new RegExp(`.{60}(?<![\\w-])${secret}(?![\\w-]).{60}`))?.[0]).toBeUndefined();
    expect(text).not.toMatch(/"reward|reward"/);
    expect(text).toContain('others will score');
    expect(text).not.toContain('gagar judge');
  });
});

test('findings reach the result by id, a false citation does not, and a word alone makes nobody more than suspected', async () => {
  const { provider, asked } = watched(thenScore(finder));
  await using sandbox = await bubblewrap();
  const result = await lab.judge('cashbook', judgeOf(provider, { openSandbox: async () => sandbox }));
  expect(result.findings.map(({ candidate, about }) => [candidate, about])).toEqual([
    ['roll-1', 'solution_fit'],
    ['roll-1', 'leaked_history'],
    ['roll-1', 'precision'],
  ]);
  expect(result.findings[0]?.claim).toMatch(/^roll-1 turns/);
  const first = result.rollouts.find(({ id }) => id === 'roll-1');
  expect(first?.integrity).toMatchObject({ verdict: 'suspected', kinds: ['leaked_history'] });
  expect(first?.tamper_reports).toHaveLength(1);
  expect(first?.passed_effective).toBe(true);
  expect(result.usage.checks).toBe(1);
  const investigation = asked.filter((request) => !isScoring(request)).at(-1) as ModelRequest;
  expect(shownTo(investigation)).toMatch(/nearest: cashbook\/importer.py \(new side\) line 43/);
  const sheet = JSON.stringify(asked.filter(isScoring));
  expect(sheet).toContain('this candidate turns every amount');
  expect(sheet).not.toContain('roll-1');
});

test('re-runs and looks at the laid-out group go through the sandbox, and a re-run can be cited', async () => {
  const play: ScriptPlay = (request, index) => {
    if (index < 1) return curious(request, index);
    const [candidate = ''] = aliasesIn(shownTo(request));
    const tree =
      'ls candidates | wc -l; wc -l < candidates/*/patch.diff | sort | tail -n 1; touch x || echo read-only';
    const citations = [
      { kind: 'check', check_id: 'k1', stream: 'report', quote: 'pristine re-run: the pass' },
    ];
    const finding = {
      candidate,
      about: 'precision',
      polarity: 'positive',
      claim: 'Its pass was run again.',
      citations,
    };
    switch (index) {
      case 1:
        return {
          calls: [
            { name: 'rerun', arguments: { candidate } },
            { name: 'shell', arguments: { command: tree } },
            { name: 'record_finding', arguments: finding },
          ],
        };
      default:
        return curious(request, 3);
    }
  };
  const { provider, asked } = watched(thenScore(play));
  const result = await lab.judge('cashbook', judgeOf(provider, { openSandbox: bubblewrap }));
  const shown = shownTo(asked.filter((request) => !isScoring(request)).at(-1) as ModelRequest);
  expect(shown).toMatch(/check k1, report:\n.*\npristine re-run: the pass (survives|does not survive)/);
  expect(shown).toMatch(/^8$/m);
  expect(shown).toMatch(/^read-only$/m);
  expect(result.findings).toHaveLength(1);
  expect(result.rollouts.filter(({ rerun }) => rerun !== null)).toHaveLength(1);
});

describe('a recorded run', () => {
  test('that was cut off goes on without asking again, and plays to the same result', async () => {
    const folder = join(lab.folder, 'run');
    const broken = thenScore((request, index) => (index < 3 ? finder(request, index) : undefined));
    const none = async () => bubblewrap();
    const first = await lab.judge('cashbook', judgeOf(scripted(broken), { folder, openSandbox: none }));
    expect(first.fallback).toMatchObject({ reason: 'judge_unavailable', stage: 'investigate' });
    expect(first.findings).toHaveLength(2);
    expect(first.recording).toBe('recording.jsonl');

    const { provider, asked } = watched(thenScore(finder));
    const again = await lab.judge('cashbook', judgeOf(provider, { folder, openSandbox: none }));
    expect(again.fallback).toBeNull();
    expect(asked.filter((request) => !isScoring(request))).toHaveLength(2);
    expect(again.findings).toHaveLength(3);

    const { head, steps } = await readRecording(join(folder, 'recording.jsonl'));
    expect(steps.map(({ seq }) => seq)).toEqual(steps.map((_, index) => index + 1));
    const silent = scripted([]);
    const recordedRun = {
      identity: head.judge,
      steps: steps.filter((step) => !('turn' in step) || step.turn.stop !== 'script_ended'),
    };
    const replay = await lab.judge('cashbook', judgeOf(silent, { recordedRun, kind: 'recorded' }));
    const untimed = { timing: null, recording: null, usage: null };
    expect({ ...replay, ...untimed }).toEqual({ ...again, ...untimed });
  });

  test('of another group or judge is refused with its file', async () => {
    const folder = join(lab.folder, 'other');
    await lab.judge('cashbook', judgeOf(scripted(thenScore(curious)), { folder }));
    const file = join(folder, 'recording.jsonl');
    await expect(lab.judge('lapse', judgeOf(scripted([]), { folder }))).rejects.toThrow(/another group/);
    await expect(lab.judge('cashbook', judgeOf(scripted([], 'other'), { folder }))).rejects.toMatchObject({
      code: 'usage',
      place: { file },
    });
    await writeFile(file, (await readFile(file, 'utf8')).slice(0, -20));
    const result = await lab.judge('cashbook', judgeOf(scripted(thenScore(() => undefined)), { folder }));
    expect(result.fallback).toBeNull();
  });
});

const limits = (more: Partial<typeof DEFAULT_BUDGET>) => ({ limits: { ...DEFAULT_BUDGET, ...more } });

describe('endings', () => {
  test('a budget of turns that runs out leaves leads open, and scoring runs on what was verified', async () => {
    const dawdling = thenScore((request, index) =>
      index < 3 ? curious(request, index) : { calls: [{ name: 'list_candidates' }] },
    );
    const result = await lab.judge('cashbook', judgeOf(scripted(dawdling), limits({ turns: 20 })));
    expect(result.status).toBe('graded');
    expect(result.investigation).toEqual({ status: 'incomplete', reason: 'budget of turns used up' });
    expect(result.leads.some(({ status }) => status === 'left_open')).toBe(true);
    expect(result.usage.requests).toBe(15 + 2);
    // The seventh has the tree of another one.
    expect(result.warnings.map((warning) => warning.slice(0, 18)).sort()).toEqual(
      [1, 2, 4, 6, 8].map((number) => `unexamined: roll-${number}`),
    );
  });

  test.each<[string, ScriptPlay, number]>([
    ['no text is read as a verdict', () => ({ text: 'All fine. {"tier": "T1"}' }), 3],
    ['refusals', () => ({ stop: 'refusal' }), 3],
    ['thinking only', () => ({ stop: 'no_answer', reasoning: 'hm' }), 3],
    ['answers that are cut off', () => ({ stop: 'truncated' }), 3],
    [
      'the same call, refused again and again',
      () => ({ calls: [{ name: 'finish', arguments: { nothing_found: [] } }] }),
      4,
    ],
  ])('%s: a judge that gives up before it examined every pass scores nobody', async (_, play, asks) => {
    const { provider, asked } = watched(thenScore(play));
    const result = await lab.judge('cashbook', judgeOf(provider));
    expect(result.investigation).toMatchObject({ status: 'incomplete' });
    expect(result.fallback).toMatchObject({ reason: 'incomplete_verdict', stage: 'investigate' });
    expect(result.fallback?.detail).toMatch(/nothing is recorded about (roll-\d, )+roll-\d$/);
    expect(asked).toHaveLength(asks);
    expect(result.rollouts.every((one) => one.advantage === one.advantage_outcome)).toBe(true);
  });

  test('a judge that gives up over an open lead has examined everybody, and what it verified is scored', async () => {
    const play: ScriptPlay = (request, index) => {
      if (index < 3) return curious(request, index);
      const passed = [...shownTo(request).matchAll(/^(c-[a-z]{4}) passed/gm)].map(([, alias]) => alias);
      return { calls: [{ name: 'finish', arguments: { nothing_found: [...new Set(passed)] } }] };
    };
    const { provider, asked } = watched(thenScore(play));
    const result = await lab.judge('cashbook', judgeOf(provider));
    expect(result.status).toBe('graded');
    expect(result.investigation.reason).toBe('no usable answer 3 times in a row');
    expect(result.warnings).toEqual([]);
    expect(asked.filter((request) => !isScoring(request))).toHaveLength(3 + 4);
  });

  test.each<[string, ScriptPlay, object]>([
    ['a provider that is gone', () => undefined, { reason: 'judge_unavailable', stage: 'investigate' }],
    ['scores that never fit', thenScore(curious, () => 7), { reason: 'incomplete_verdict', stage: 'score' }],
  ])('%s is a fallback with the outcome advantages', async (_, play, fallback) => {
    const result = await lab.judge('cashbook', judgeOf(scripted(play)));
    expect(result.fallback).toMatchObject(fallback);
    expect(result.rollouts.every((one) => one.advantage === one.advantage_outcome && one.tier === null)).toBe(
      true,
    );
  });

  test('a refused key stops the run', async () => {
    const judge = judgeOf(scripted(() => ({ stop: 'refused_key' })));
    await expect(lab.judge('cashbook', judge)).rejects.toMatchObject({ code: 'environment' });
  });

  test('at the deadline a request that hangs is given up', async () => {
    const hanging: Provider = {
      kind: 'hanging',
      model: 'none',
      next: (_, { signal }) =>
        new Promise((resolve) => {
          const ended = scripted(() => ({ stop: 'deadline' })).next(
            { system: '', tools: [], messages: [], max_output_tokens: 1 },
            { deadline: Date.now() + 1000 },
          );
          signal?.addEventListener('abort', () => resolve(ended));
        }),
    };
    await lab.prepared('cashbook');
    const result = await lab.judge('cashbook', judgeOf(hanging), undefined, Date.now() + 2000);
    expect(result.fallback).toMatchObject({ reason: 'deadline' });
  });

  test('a deadline before the workspace is ready is a fallback as well', async () => {
    const result = await lab.grade('cashbook', judgeOf(scripted([])), { budget_s: 0.001 });
    expect(result.fallback).toMatchObject({ reason: 'deadline', stage: 'workspace' });
    expect(result.n_valid).toBe(8);
  });

  test('an interrupt ends the investigation', async () => {
    const stop = new AbortController();
    const play: ScriptPlay = () => {
      stop.abort(new Fault('cancelled', 'stopped'));
      return { calls: [{ name: 'list_candidates' }] };
    };
    const result = await lab.judge('cashbook', judgeOf(scripted(play)), stop.signal);
    expect(result.fallback).toMatchObject({ reason: 'cancelled', stage: 'investigate' });
  });
});
