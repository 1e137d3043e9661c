import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBench } from '../../../harness/grade/bench.js';
import { type Examined, examineGroups } from '../../../harness/integrity/examine.js';
import { ratesText, recordText } from '../../../harness/integrity/text.js';
import { type IntegrityRecord, integrityRates } from '../../../src/integrity/record.js';

let folder: string;
let examined: Examined[];
let records: IntegrityRecord[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-integrity-'));
  await writeFile(join(folder, 'broken.jsonl'), '{"schema":"gagar.group/1","group_id":"no-task"}\n');
  await using bench = await openBench({ cacheDir: join(folder, 'cache'), tempDir: folder });
  examined = await examineGroups(['fixtures/almanac', join(folder, 'broken.jsonl'), 'fixtures/nightjar'], {
    bench,
    dockerHost: undefined,
    concurrency: 2,
    signal: new AbortController().signal,
    onExamined: () => {},
  });
  records = examined.flatMap((one) => ('record' in one ? [one.record] : []));
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const rowOf = (group: string, id: string) =>
  records.find(({ group_id }) => group_id.startsWith(group))?.rollouts.find((row) => row.id === id);

test('who is in question is named with leads, and honest work is clean', () => {
  expect(rowOf('almanac', 'r0')).toMatchObject({
    verdict: 'suspected',
    kinds: ['leaked_history'],
    passed: true,
  });
  expect(rowOf('almanac', 'r0')?.leads.length).toBeGreaterThan(0);
  expect(rowOf('almanac', 'r1')?.verdict).toBe('clean');
});

test('nothing of a score, a tier or a reward stands in a record', () => {
  expect(JSON.stringify(records)).not.toMatch(/"(?:tier|factor|scores|weighted|advantage|reward\w*)":/);
});

test('a group that cannot be used is told with its place, and the others go on', () => {
  const [fault] = examined.flatMap((one) => ('fault' in one ? [one] : []));
  expect(fault).toMatchObject({ group_id: 'no-task', line: 1 });
  expect(records.length).toBe(2);
});

test('rates count passes by verdict and kind', () => {
  const rates = integrityRates(records);
  expect(rates).toMatchObject({ groups: 2, confirmed: 0, suspected: 3 });
  expect(rates.kinds).toEqual({ leaked_history: 1, verifier_subversion: 2 });
  expect(rates.passes).toBeLessThan(rates.rollouts);
  expect(ratesText(rates)).toMatch(/^suspected {5}3 \(\d+\.\d % of passes\)$/m);
});

test('the page names nobody who is clean', () => {
  const text = records.map(recordText).join('');
  expect(text).toContain('almanac-57 r0: suspected (leaked_history)');
  expect(text).not.toMatch(/^almanac-57 r1:/m);
});
