import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBench } from '../../../harness/grade/bench.js';
import { gradeGroup } from '../../../harness/grade/grade.js';
import { foldSettings } from '../../../harness/grade/settings.js';
import { questionText, runOf } from '../../../harness/operator/commands.js';
import { blankSubmission, doneSoFar, toolList } from '../../../harness/operator/page.js';
import { openRun } from '../../../harness/operator/run.js';
import { isScoring, openOperatorSession } from '../../../harness/operator/session.js';
import type { ToolStep } from '../../../harness/recording.js';
import { readRecording } from '../../../harness/recording-file.js';
import { chooseJudge } from '../../../harness/run/choose-judge.js';
import { loadGroup } from '../../../sandbox/load/group.js';
import { parseResult } from '../../../src/records/parse.js';
import { aliasesAsked, closingCalls, investigate, operatorRun, scoreAll } from '../../support/operator.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

const { signal } = new AbortController();
const place = (name: string): string => join(folder, name);
const reopen = async (name: string) =>
  openOperatorSession(await openRun(place(name), 'fixtures/cashbook'), signal);

async function played(run: string) {
  await using bench = await openBench();
  return await gradeGroup(await loadGroup('fixtures/cashbook'), {
    bench,
    judge: await chooseJudge({ config: { judge: `recorded:${run}`, driver: 'none' }, purpose: 'fixture' }),
    settings: foldSettings(),
    emit: () => {},
    signal,
  });
}

test('a person may repeat what was refused as often as they like', async () => {
  await using session = await openOperatorSession(operatorRun(place('stubborn')), signal);
  for (let times = 0; times < 6; times++) {
    const { is_error } = await session.call('finish', { nothing_found: [] });
    expect(is_error).toBe(true);
  }
  expect(session.asked && !isScoring(session.asked)).toBe(true);
}, 60_000);

test('a run is left after every call, gone on with, and folded from its recording to the same result', async () => {
  const run = operatorRun(place('whole'));
  {
    await using session = await openOperatorSession(run, signal);
    const { text, is_error } = await session.call('list_candidates', {});
    expect({ text, is_error }).toEqual({
      text: expect.stringMatching(/^c-[a-z]{4} passed/m),
      is_error: false,
    });
  }
  {
    await using session = await reopen('whole');
    await investigate(session);
    expect(session.asked && isScoring(session.asked)).toBe(true);
  }
  const first = await reopen('whole');
  const order = aliasesAsked(first);
  expect(order.length).toBeGreaterThan(3);
  expect(await scoreAll(first)).toEqual({ text: 'accepted', is_error: false });
  expect(aliasesAsked(first).filter((alias) => order.includes(alias))).toEqual([]);
  await first[Symbol.asyncDispose]();
  {
    await using session = await reopen('whole');
    await scoreAll(session);
    expect(session.asked).toBeNull();
  }
  const result = parseResult(await readFile(join(place('whole'), 'result.json')), {});
  expect(result.judge).toMatchObject({ kind: 'operator', provider: 'operator', model: 'Ada' });
  expect(result).toMatchObject({ status: 'graded', recording: 'recording.jsonl' });
  expect(result.passes).toHaveLength(2);
  const again = parseResult(JSON.stringify(await played(place('whole'))), {});
  const elsewhere = { timing: result.timing, recording: result.recording };
  expect({ ...again, ...elsewhere }).toEqual(result);
  await expect(reopen('whole')).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/finished run/),
  });
});

test('an operator is told what is true for one: the same hand scores later, by a command of its own', async () => {
  await using session = await openOperatorSession(operatorRun(place('told')), signal);
  const shown = (): string => (session.asked === null ? '' : questionText(session.asked));
  expect(shown()).toContain('You do not score yet');
  expect(shown()).not.toContain('others will score');
  await investigate(session);
  expect(shown().match(/one submission \(`gagar judge score` in a shell/g)).toHaveLength(2);
  expect(shown()).not.toContain('one call of');
});

test('who judges reads each schema that others refer to once, and no bound that says nothing', async () => {
  await using session = await openOperatorSession(operatorRun(place('tools')), signal);
  const page = session.asked === null ? '' : toolList(session.asked);
  expect(page.match(/^record_finding: .*\n\{"type":"object".*#\/\$defs\/Citation/m)).not.toBeNull();
  expect(page.match(/"test_log"/g)).toHaveLength(1);
  expect(page).toMatch(/\n#\/\$defs\/Citation, which the schemas above refer to:\n\{/);
  expect(page).not.toContain(String(Number.MAX_SAFE_INTEGER));
});

test('who comes back reads what was found and answered, each on its line, and nothing that was refused', () => {
  const step = (tool: string, args: object, text: string, is_error = false): ToolStep => ({
    ...{ seq: 1, phase: 'investigate', call_id: 'o1', tool },
    ...{ arguments: args as ToolStep['arguments'], result: { text, is_error } },
  });
  const found = { candidate: 'c-aaaa', about: 'precision', polarity: 'negative', claim: 'one\ntwo' };
  const closed = { lead: 'L2', status: 'explained', reason: 'asked for' };
  expect(doneSoFar([step('list_candidates', {}, 'c-aaaa passed')])).toBe('');
  expect(
    doneSoFar([
      step('record_finding', found, 'not recorded: …', true),
      step('record_finding', found, 'recorded as F1'),
      step('close_lead', closed, 'L2 is explained'),
    ]),
  ).toBe('Done so far\n\nF1 c-aaaa, negative, about precision: one⟦U+000A⟧two\nL2 explained: asked for');
});

test('a blank submission is accepted as it stands', async () => {
  await using session = await openOperatorSession(operatorRun(place('blank')), signal);
  await investigate(session);
  const filled = JSON.parse(session.sheet === null ? '' : blankSubmission(session.sheet));
  expect(await session.call('submit_scores', filled)).toEqual({ text: 'accepted', is_error: false });
});

const UNUSABLE: readonly [Record<string, unknown>, RegExp][] = [
  [{ tree: 'base', pattern: 'a\ud800b' }, /^search_code was not called; its arguments hold half a surrogate/],
  [{ '\udc00': 1 }, /its arguments hold half a surrogate/],
  [{ pattern: JSON.parse(`${'['.repeat(1e5)}${']'.repeat(1e5)}`) }, /are nested deeper than 64 levels/],
];

test('what cannot be a turn now is refused and leaves no trace', async () => {
  const file = join(place('refusals'), 'recording.jsonl');
  await using session = await openOperatorSession(operatorRun(place('refusals')), signal);
  const steps = async (): Promise<number> => (await readRecording(file)).steps.length;
  expect(await session.call('submit_scores', { candidates: [] })).toMatchObject({
    is_error: true,
    text: expect.stringMatching(/the investigation is not over/),
  });
  expect(await session.call('no_such', {})).toMatchObject({ is_error: true });
  for (const [args, problem] of UNUSABLE)
    expect(await session.call('search_code', args)).toEqual({
      text: expect.stringMatching(problem),
      is_error: true,
    });
  expect(await steps()).toBe(0);
  await investigate(session);
  const before = await steps();
  expect(await scoreAll(session, 5)).toMatchObject({
    is_error: true,
    text: expect.stringMatching(/no positive finding supports it/),
  });
  expect(await session.call('list_candidates', {})).toMatchObject({
    is_error: true,
    text: expect.stringMatching(/the investigation is over/),
  });
  expect(await steps()).toBe(before);
});

/** As a process leaves it that is killed while its last call runs. */
async function cutOff(name: string): Promise<void> {
  const file = join(place(name), 'recording.jsonl');
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  await writeFile(file, `${lines.slice(0, -1).join('\n')}\n{"seq": 4, "pha`);
}

const told = (name: string) =>
  readRecording(join(place(name), 'recording.jsonl')).then(({ steps }) =>
    steps.flatMap((step) => ('turn' in step ? [] : [[step.tool, step.result.interrupted === true]])),
  );

test('a call that was cut off is told as interrupted, once, and is not run again', async () => {
  {
    await using session = await openOperatorSession(operatorRun(place('crash')), signal);
    await session.call('list_candidates', {});
    await session.call('read_task', {});
    expect(session.interrupted).toBeNull();
  }
  await cutOff('crash');
  {
    await using session = await reopen('crash');
    expect(session.interrupted).toBe('read_task');
    expect(await session.call('read_task', {})).toMatchObject({ is_error: false });
  }
  {
    await using session = await reopen('crash');
    expect(session.interrupted).toBeNull();
  }
  expect(await told('crash')).toEqual([
    ['list_candidates', false],
    ['read_task', true],
    ['read_task', false],
  ]);
});

test('what an interrupted call would have written is not in the ledger, however often the run is opened', async () => {
  let closing: ReturnType<typeof closingCalls>;
  {
    await using session = await openOperatorSession(operatorRun(place('ledger')), signal);
    closing = closingCalls((await session.call('list_candidates', {})).text);
    const [[tool, args] = ['', {}]] = closing;
    await session.call(tool, args);
  }
  await cutOff('ledger');
  for (let opened = 0; opened < 2; opened++) {
    await using session = await reopen('ledger');
    const { text } = await session.call('list_candidates', {});
    expect(closingCalls(text)).toEqual(closing);
  }
  await using session = await reopen('ledger');
  for (const [tool, args] of closing)
    expect(await session.call(tool, args)).toMatchObject({ is_error: false });
});

test('a second process is kept out, and so are another group and another name', async () => {
  const run = operatorRun(place('busy'));
  {
    await using session = await openOperatorSession(run, signal);
    expect(session.asked).not.toBeNull();
    await expect(openOperatorSession(run, signal)).rejects.toMatchObject({ code: 'usage' });
  }
  for (const other of [operatorRun(place('busy'), 'cashbook', 'Eve'), operatorRun(place('busy'), 'lapse')])
    await expect(openOperatorSession(other, signal)).rejects.toThrow(/another (model|group)/);
  await using again = await openOperatorSession(run, signal);
  expect(again.asked).not.toBeNull();
});

test('a folder without a run is no run', async () => {
  await expect(openRun(place('nothing'), undefined)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/gagar judge open/),
  });
});

test('a run that is begun has its name, and is opened without it or with it, not with another', async () => {
  const open = (name?: string) =>
    runOf('fixtures/cashbook', { out: place('named'), driver: 'none', ...(name !== undefined && { name }) });
  await expect(open()).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('--name') });
  {
    await using session = await openOperatorSession(await open('Ada'), signal);
    await session.call('read_task', {});
  }
  for (const name of [undefined, 'Ada']) {
    const run = await open(name);
    expect(run).toMatchObject({ name: 'Ada', options: { driver: 'none' } });
    await using session = await openOperatorSession(run, signal);
    expect(session.asked).not.toBeNull();
  }
  await expect(open('Eve')).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/holds a run of "Ada", not of "Eve"; leave --name out/),
  });
});

test.each(['', '  ', 'x'.repeat(201), 'Ada\nEve', 'Ada\u001b[2J'])('%j names nobody', (name) => {
  expect(() => operatorRun(place('nobody'), 'cashbook', name)).toThrow(/1 to 200 characters/);
});
