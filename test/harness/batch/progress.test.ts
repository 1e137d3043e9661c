import { expect, test } from 'vitest';
import { barText, batchProgress, durationText, recordLine } from '../../../harness/batch/progress.js';
import type { BatchRecord } from '../../../src/records/batch.js';

const failure = (group_id: string | null, error = 'no\u001b[31m such file'): BatchRecord => ({
  group_id,
  attempt: null,
  line: 3,
  stage: 'grade',
  error,
  source: { file: 'f.jsonl', line: 3, digest: '' },
});

test('the bar says how far, how long and how dear', () => {
  const tally = { found: 200, allFound: false, graded: 50, fallbacks: 2, failed: 1, costUsd: 1.5 };
  expect(barText(tally, 60)).toBe(
    '[######..................] 50/200+  ETA 3m00s  $1.50  2 fallback  1 failed',
  );
  expect(barText({ ...tally, graded: 0, costUsd: null, fallbacks: 0, failed: 0 }, 60)).toBe(
    '[........................] 0/200+',
  );
});

test.each([
  [0.2, '1s'],
  [61, '1m01s'],
  [7260, '2h01m'],
])('%d seconds are %s', (seconds, text) => expect(durationText(seconds)).toBe(text));

test('a pipe gets plain lines in which no text of others can act', () => {
  const written: string[] = [];
  const write = (text: string) => written.push(text);
  using progress = batchProgress({ write, isTerminal: false, columns: 80 });
  progress.found();
  progress.allFound();
  progress.ended(failure('g\u001b[2J'));
  progress.ended(failure(null));
  expect(written.join('')).not.toMatch(/\u001b|\r/);
  expect(written).toHaveLength(2);
  expect(written[1]).toContain('f.jsonl:3: failed: no');
});

test('problems that stand on lines of their own stay readable in one', () => {
  const record = failure('g', 'f.jsonl:3: 2 problems\n  task: is missing\n  rollouts: is missing');
  expect(recordLine(record)).toBe('g: failed: f.jsonl:3: 2 problems; task: is missing; rollouts: is missing');
});

test('a fallback says why on its line', () => {
  const detail = 'no judge is named\n  name one \u001b[31m with --judge';
  const record = {
    ...{ group_id: 'g', status: 'fallback', rollouts: [], timing: { total_s: 1 } },
    fallback: { reason: 'judge_unavailable', stage: 'judge', detail },
  } as unknown as BatchRecord;
  expect(recordLine(record)).toBe(
    'g: fallback (judge_unavailable: no judge is named; name one ⟦U+001B⟧[31m with --judge) after 1.0 s',
  );
});

test('a fallback that says too much is cut, though never inside the escape of a character', () => {
  const record = {
    ...{ group_id: 'g', status: 'fallback', rollouts: [], timing: { total_s: 1 } },
    fallback: { reason: 'judge_error', stage: 'judge', detail: `${'x'.repeat(197)}${'\u001b'.repeat(9)}` },
  } as unknown as BatchRecord;
  expect(recordLine(record)).toMatch(/x(⟦U\+001B⟧){3}… \(\+6 characters\)\) after 1\.0 s$/);
});

test('a terminal gets one line that is redrawn and removed', () => {
  const written: string[] = [];
  {
    using progress = batchProgress({ write: (text) => written.push(text), isTerminal: true, columns: 20 });
    progress.found();
    progress.ended(failure('g'));
  }
  expect(written.every((text) => text.startsWith('\r\u001b[K') && !text.includes('\n'))).toBe(true);
  expect(Math.max(...written.map((text) => text.length - 4))).toBeLessThan(20);
  expect(written.at(-1)).toBe('\r\u001b[K');
});
