import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scripted } from '../../harness/providers/scripted.js';
import { isTurnStep } from '../../harness/recording.js';
import { createRecording, isBegun, readRecording, resumeRecording } from '../../harness/recording-file.js';
import { HEAD } from '../support/recordings.js';
import { REQUEST, within } from '../support/requests.js';

let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-recording-'));
  path = join(folder, 'recording.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

const turnStep = async (text: string) => ({
  phase: 'investigate' as const,
  request_digest: 'd',
  turn: await scripted([{ text }]).next(REQUEST, within(1000)),
});
const toolStep = (text: string) => ({
  phase: 'investigate' as const,
  call_id: 't1',
  tool: 'read_file',
  arguments: { path: 'a.py' },
  result: { text, is_error: false, kept: [1] },
});

async function record(...texts: string[]): Promise<void> {
  await using recorder = await createRecording(path, HEAD);
  for (const text of texts) {
    await recorder.turn(await turnStep(text));
    await recorder.tool(toolStep(text));
  }
}

test('reads what was recorded, in order and numbered', async () => {
  await record('one 🚀', 'two\n"lines"');
  const { head, steps, torn } = await readRecording(path);
  expect(head).toEqual(HEAD);
  expect(torn).toBe(false);
  expect(steps.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  expect(steps.filter(isTurnStep).map(({ turn }) => turn.text)).toEqual(['one 🚀', 'two\n"lines"']);
  expect(steps[3]).toMatchObject({ tool: 'read_file', result: { text: 'two\n"lines"', kept: [1] } });
});

test('writes steps in the order of the calls, awaited or not', async () => {
  const first = await turnStep('a');
  {
    await using recorder = await createRecording(path, HEAD);
    await Promise.all([
      recorder.turn(first),
      ...Array.from({ length: 50 }, (_, n) => recorder.tool(toolStep(`${n}`))),
    ]);
  }
  const { steps } = await readRecording(path);
  expect(steps.map(({ seq }) => seq)).toEqual(Array.from({ length: 51 }, (_, n) => n + 1));
});

test('goes on behind what is whole, wherever a crash cut the last line', async () => {
  await record('one', 'two');
  const whole = await readFile(path);
  const lastLine = whole.lastIndexOf('\n', whole.length - 2) + 1;
  for (const cut of [
    lastLine,
    lastLine + 1,
    (lastLine + whole.length) >> 1,
    whole.length - 2,
    whole.length - 1,
  ]) {
    await writeFile(path, whole.subarray(0, cut));
    const kept = cut === whole.length - 1 ? 4 : 3;
    const { steps, torn, recorder } = await resumeRecording(path);
    expect(steps, `cut at ${cut}`).toHaveLength(kept);
    expect(torn).toBe(cut > lastLine && kept === 3);
    expect((await recorder.tool(toolStep('again'))).seq).toBe(kept + 1);
    await recorder[Symbol.asyncDispose]();
    expect((await readRecording(path)).steps).toHaveLength(kept + 1);
  }
});

test('cuts off the zeros that a power loss can leave', async () => {
  await record('one');
  await appendFile(path, Buffer.alloc(100));
  const { torn, recorder } = await resumeRecording(path);
  await recorder[Symbol.asyncDispose]();
  expect(torn).toBe(true);
  expect(await readRecording(path)).toMatchObject({ torn: false });
});

test.each([
  { title: 'is broken', line: '{"seq":', message: /JSON/ },
  { title: 'is out of order', line: '{"seq":7}', message: /phase: is missing; expected one of/ },
  {
    title: 'holds an unknown field',
    line: '{"seq":1,"phase":"score","who":1}',
    message: /call_id: is missing; expected a text[\s\S]*who: unknown key; known are seq/,
  },
  { title: 'is empty', line: '', message: /JSON/ },
])('refuses a line in the middle that $title, with its number', async ({ line, message }) => {
  await record('one');
  const [head, ...rest] = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, [head, line, ...rest].join('\n'));
  await expect(readRecording(path)).rejects.toMatchObject({
    code: 'input',
    place: { file: path, line: 2 },
    message: expect.stringMatching(message),
  });
});

test('refuses a gap in the numbers', async () => {
  await record('one', 'two');
  const lines = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, lines.toSpliced(2, 1).join('\n'));
  await expect(readRecording(path)).rejects.toMatchObject({
    place: { line: 3 },
    message: /seq is 3, expected 2/,
  });
});

test('refuses an empty file and one with a torn head', async () => {
  await writeFile(path, '');
  await expect(readRecording(path)).rejects.toMatchObject({ code: 'input' });
  await record('one').catch(() => {});
  await rm(path);
  await record('one');
  await truncate(path, 20);
  await expect(resumeRecording(path)).rejects.toMatchObject({ code: 'input', place: { line: 1 } });
});

test('begins again where a crash cut the head, and nowhere else', async () => {
  await record();
  const whole = await readFile(path);
  for (const cut of [0, 1, whole.length >> 1, whole.length - 1]) {
    await writeFile(path, whole.subarray(0, cut));
    await record('one');
    expect((await readRecording(path)).steps, `cut at ${cut}`).toHaveLength(2);
  }
  await writeFile(path, whole);
  await expect(record('one')).rejects.toThrow(/exists already/);
});

test('never overwrites a recording', async () => {
  await record('one');
  await expect(createRecording(path, HEAD)).rejects.toThrow(/exists already/);
  expect((await readRecording(path)).steps).toHaveLength(2);
});

test('refuses numbers that JSON cannot hold, and writes nothing', async () => {
  await using recorder = await createRecording(path, HEAD);
  const step = { ...toolStep('x'), arguments: { score: Number.NaN } };
  await expect(async () => recorder.tool(step)).rejects.toThrow(/score is NaN/);
  expect((await readRecording(path)).steps).toEqual([]);
});

test('reads half a surrogate pair, which earlier versions recorded, as its escape', async () => {
  await record('one');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('"path":"a.py"', '"pa\\ud800th":"a\\uDC00b 🚀"'));
  const { steps } = await readRecording(path);
  expect(steps[1]).toMatchObject({ arguments: { 'pa\\ud800th': 'a\\udc00b 🚀' } });
});

test.each([
  { what: 'a pipe', make: () => execFileSync('mkfifo', [path]) },
  { what: 'a link to a device', make: () => symlinkSync('/dev/zero', path) },
  { what: 'a folder', make: () => mkdirSync(path) },
])('$what in the place of a recording is refused, whoever reads it, and stays', async ({ make }) => {
  make();
  const refusal = { code: 'input', place: { file: path }, message: expect.stringContaining('regular file') };
  await expect(readRecording(path)).rejects.toMatchObject(refusal);
  await expect(resumeRecording(path)).rejects.toMatchObject(refusal);
  expect(await isBegun(path)).toBe(true);
  await expect(createRecording(path, HEAD)).rejects.toThrow(/exists already/);
});
