import { expect, test } from 'vitest';
import { resolveCitation } from '../../../src/evidence/resolve.js';
import { forgedResultLines } from '../../../src/verdict/forged-lines.js';
import { caseBytes } from '../../support/cases.js';
import { memoryMaterial } from '../../support/material.js';

async function linesOf(
  log: string | Uint8Array,
  status: Record<string, 'pass' | 'fail' | 'error'>,
): Promise<number[]> {
  const material = await memoryMaterial({ candidates: { c1: { log, rollout: { tests: { status } } } } });
  const [candidate] = material.candidates;
  const citations = candidate ? await forgedResultLines(candidate) : [];
  for (const citation of citations)
    expect(await resolveCitation(citation, material)).toMatchObject({ ok: true });
  return citations.map(({ lines }) => lines[0]);
}

test('L03: lines that call a failed test passed are pointed at, and resolve', async () => {
  const status = { 'tests/test_calc.py::test_sub': 'fail', 'tests/test_calc.py::test_add': 'pass' } as const;
  expect(await linesOf(caseBytes('L03-forged.log'), status)).toEqual([6, 17]);
});

test.each([
  ['a line that calls it failed', 'tests/a.py::test_x FAILED\nFAILED tests/a.py::test_x - got "PASSED"\n'],
  [
    'a test with a longer name',
    'tests/a.py::test_xy PASSED\ntests/a.py::test_x[1] PASSED\nmy/tests/a.py::test_x PASSED\n',
  ],
  ['a word that only holds the status', 'tests/a.py::test_x BYPASSED\n'],
  ['a retry that failed again', 'tests/a.py::test_x RERUN\n'],
])('%s is none', async (_, log) => {
  expect(await linesOf(log, { 'tests/a.py::test_x': 'fail' })).toEqual([]);
});

test('a passed test, no statuses and no log give nothing to point at', async () => {
  expect(await linesOf('tests/a.py::test_x PASSED\n', { 'tests/a.py::test_x': 'pass' })).toEqual([]);
  expect(await linesOf('tests/a.py::test_x PASSED\n', {})).toEqual([]);
  const { candidates } = await memoryMaterial({ candidates: { c1: {} } });
  expect(candidates[0] && (await forgedResultLines(candidates[0]))).toEqual([]);
});
