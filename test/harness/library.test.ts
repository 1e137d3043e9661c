import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type GroupInput, grade } from '../../harness/index.js';
import { readRecording } from '../../harness/recording-file.js';
import { freshFolder } from '../support/folder.js';
import { groupRecord, layOut } from '../support/many-groups.js';

const CASHBOOK = 'fixtures/cashbook';

test('without a judge the static one grades', async () => {
  const result = await grade(CASHBOOK);
  expect([result.status, result.judge.kind]).toEqual(['graded', 'static']);
});

test('the judge, its budgets and the reward line go by their names in gagar.config.yaml', async () => {
  const recorded = { judge: `recorded:${CASHBOOK}/run` };
  const usual = await grade(CASHBOOK, { config: recorded });
  expect([usual.status, usual.passes.length, usual.judge.kind]).toEqual(['graded', 2, 'operator']);
  const other = await grade(CASHBOOK, { config: { ...recorded, lambda_max: 1, mode: 'redistribute' } });
  expect([other.lambda_max, other.passes]).toEqual([1, usual.passes]);
});

test('what a judge was asked and answered is recorded in the run folder', async () => {
  const out = await freshFolder();
  const result = await grade(CASHBOOK, { out, config: { judge: `recorded:${CASHBOOK}/run` } });
  expect(result.recording).toBe('recording.jsonl');
  const stepsIn = async (run: string) => (await readRecording(join(run, 'recording.jsonl'))).steps;
  expect(await stepsIn(out)).toEqual(await stepsIn(`${CASHBOOK}/run`));
});

test('a recording that is played into a folder is gone on with where it was cut off, and mixed with no other', async () => {
  const config = { judge: `recorded:${CASHBOOK}/run` };
  const [out, cut, other] = [await freshFolder(), await freshFolder(), await freshFolder()];
  await grade(CASHBOOK, { out, config });
  const whole = await readFile(join(out, 'recording.jsonl'), 'utf8');
  await writeFile(join(cut, 'recording.jsonl'), whole.slice(0, whole.length / 2));
  await grade(CASHBOOK, { out: cut, config });
  expect(await readFile(join(cut, 'recording.jsonl'), 'utf8')).toBe(whole);
  await writeFile(join(other, 'recording.jsonl'), whole.replace('"call_id":"', '"call_id":"x'));
  await expect(grade(CASHBOOK, { out: other, config })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/recording of another run; name another folder/),
  });
});

test('a judge that cannot be opened as it is named is refused', async () => {
  await expect(grade(CASHBOOK, { config: { judge: 'openai-chat' } })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/name of a model|is not set/),
  });
});

test('a training group whose judge nobody named keeps its outcome advantages', async () => {
  const folder = await freshFolder();
  await layOut(folder);
  const record = (await groupRecord({ group_id: 'g', purpose: 'train' })) as unknown as GroupInput;
  const { status, fallback } = await grade(record, { folder });
  expect([status, fallback?.reason]).toEqual(['fallback', 'judge_unavailable']);
});

test.each([
  [{ judge: 'anthropic' }, 'options.judge: is an option of config: { config: { judge: … } }'],
  [
    { length_penalty: {}, model: 'm' },
    'options.length_penalty: is an option of config: { config: { length_penalty: …, model: … } }',
  ],
  [{ onProgres: () => {} }, 'options.onProgres unknown key; did you mean "onProgress"?'],
  [{ onProgress: 'loud' }, 'options.onProgress is "loud"; expected a function'],
  [{ folder: 7 }, 'options.folder is 7; expected a text'],
  [5, 'options is 5; expected an object'],
])('grade refuses the options %j by name, and does not judge by others', async (options, message) => {
  await expect(grade(CASHBOOK, options as never)).rejects.toMatchObject({ code: 'input', message });
});

test.each([
  [undefined, 'is missing'],
  [5, 'is 5'],
])('grade refuses %j as a group', async (group, is) => {
  const message = `${is}; expected an object of gagar.group/1`;
  await expect(grade(group as never)).rejects.toMatchObject({ code: 'input', message });
});
