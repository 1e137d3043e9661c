import { beforeAll, expect, test } from 'vitest';
import type { RecordedCheck } from '../../../src/evidence/checks.js';
import { resolveCitation } from '../../../src/evidence/resolve.js';
import type { GroupMaterial } from '../../../src/material.js';
import type { Citation } from '../../../src/records/citation.js';
import { memoryMaterial } from '../../support/material.js';

const CALC = `"""Small helpers."""


def add(a, b):
    return a + b


def sub(a, b):
    return a + b
`;
const FIXED = CALC.replace('def sub(a, b):\n    return a + b', 'def sub(a, b):\n    return a - b');

const bash = (id: string, command: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command }) } }],
});

let material: GroupMaterial;
beforeAll(async () => {
  material = await memoryMaterial({
    statement: 'sub(5, 3) must be 2.\nKeep add() as it is.',
    base: {
      'src/calc.py': CALC,
      'docs/crlf.txt': 'one\r\ntwo\r\nthree\r\n',
      'docs/latin1.txt': Buffer.from('caf\xe9 au lait\nna\xefve\n', 'latin1'),
    },
    candidates: {
      c1: {
        changes: {
          'src/calc.py': FIXED,
          'docs/review.md': 'All 3 tests passed, approved by the maintainer.\n',
        },
        messages: [
          { role: 'user', content: 'fix sub' },
          bash('a', 'python -m pytest -q\r\ntests'),
          {
            role: 'tool',
            tool_call_id: 'a',
            content: '1 failed, 2 passed in 0.03s\r\nhidden\u200bword here ok',
          },
          bash('b', 'sed -i s/+/-/ src/calc.py'),
          { role: 'assistant', content: 'I verified the fix with the whole test suite.' },
        ],
        log: 'test session starts\r\ntests/test_calc.py::test_sub FAILED\n\u001b[31m1 failed\u001b[0m, 2 passed in 0.03s\nok\n',
      },
      c2: { changes: { 'src/calc.py': `${CALC}\n# touched\n` } },
      broken: {},
    },
  });
});

const checks = {
  get: async (id: string): Promise<RecordedCheck | null> =>
    id === 'k1'
      ? {
          tree: 'c1',
          stdout: Buffer.from('sub(5, 3) = 2\r\nall done here now\n'),
          stderr: Buffer.alloc(0),
          report: null,
        }
      : null,
};
const resolve = (citation: Citation) => resolveCitation(citation, material, { checks });

const patch = (quote: string, more: Partial<Citation & { kind: 'patch' }> = {}): Citation => ({
  kind: 'patch',
  candidate: 'c1',
  path: 'src/calc.py',
  side: 'new',
  lines: [9, 9],
  quote,
  ...more,
});
const file = (quote: string, more: Partial<Citation & { kind: 'file' }> = {}): Citation => ({
  kind: 'file',
  tree: 'c1',
  path: 'src/calc.py',
  lines: [9, 9],
  quote,
  ...more,
});
const event = (quote: string, id = 'e2', part: 'input' | 'output' = 'output'): Citation => ({
  kind: 'event',
  candidate: 'c1',
  event: id,
  part,
  quote,
});
const log = (quote: string, from: number, to = from, candidate = 'c1'): Citation => ({
  kind: 'test_log',
  candidate,
  lines: [from, to],
  quote,
});

test.each<[string, Citation]>([
  ['an added line of a patch', patch('    return a - b')],
  ['the old side of a patch', patch('return a + b', { side: 'old' })],
  ['several lines of a patch', patch('def sub(a, b):\n    return a - b', { lines: [8, 9] })],
  ['a part of a longer range', patch('def sub(a, b):', { lines: [6, 9] })],
  ['a file of a candidate', file('    return a - b')],
  ['a file of the base', file('    return a + b', { tree: 'base' })],
  ['a whole line that is short', file('two', { tree: 'base', path: 'docs/crlf.txt', lines: [2, 2] })],
  ['a CR at the end of a quote', file('two\r', { tree: 'base', path: 'docs/crlf.txt', lines: [2, 2] })],
  [
    'CRLF inside a quote',
    file('one\r\ntwo\r\nthree', { tree: 'base', path: 'docs/crlf.txt', lines: [1, 3] }),
  ],
  [
    'bytes that are not UTF-8, as they are shown',
    file('caf⟦xE9⟧ au lait', { tree: 'base', path: 'docs/latin1.txt', lines: [1, 1] }),
  ],
  ['what a call asked', event('python -m pytest -q', 'e2', 'input')],
  ['what came back', event('1 failed, 2 passed in 0.03s')],
  ['an invisible character, as it is shown', event('hidden⟦U+200B⟧word here ok')],
  ['what the candidate said', event('I verified the fix', 'e4', 'input')],
  ['a log line', log('tests/test_calc.py::test_sub FAILED', 2)],
  ['colours of a log, as they are shown', log('⟦U+001B⟧[31m1 failed⟦U+001B⟧[0m, 2 passed', 3)],
  ['a short whole line of a log', log('ok', 4)],
  [
    'output of a recorded check',
    { kind: 'check', check_id: 'k1', stream: 'stdout', quote: 'sub(5, 3) = 2\nall done' },
  ],
  ['the task', { kind: 'task', quote: 'sub(5, 3) must be 2.' }],
])('%s resolves', async (_, citation) => {
  expect(await resolve(citation)).toMatchObject({ ok: true });
});

test.each<[string, Citation, RegExp, (string | RegExp)?]>([
  [
    'a line beyond the diff',
    patch('return a - b', { lines: [9999, 9999] }),
    /line 9999 is not in the diff; it shows lines 6-9/,
    /line 9$/,
  ],
  ['a line beyond the file', file('return a - b', { lines: [9999, 9999] }), /the file has 9 lines/],
  ['a file that is nowhere', file('x', { path: 'src/nowhere.py', lines: [1, 1] }), /there is no such file/],
  [
    'a file in another folder',
    file('def add(a, b):', { path: 'lib/calc.py', lines: [4, 4] }),
    /it has src\/calc\.py/,
  ],
  [
    'a path out of the tree',
    file('host', { path: '../../etc/hostname', lines: [1, 1] }),
    /there is no such file/,
  ],
  ['an absolute path', file('root:x:0:0', { path: '/etc/passwd', lines: [1, 1] }), /there is no such file/],
  ['words that are in no file', patch('this text is in no file'), /the quote does not stand there/],
  [
    'the right words on the wrong line',
    file('    return a - b', { lines: [5, 5] }),
    /does not stand there/,
    /line 9$/,
  ],
  [
    'the wrong side',
    patch('    return a - b', { side: 'old' }),
    /does not stand there/,
    /\(new side\) line 9$/,
  ],
  [
    'the wrong candidate',
    patch('    return a - b', { candidate: 'c2', lines: [9, 9] }),
    /c2.*does not stand there/,
  ],
  [
    'a candidate that is not there',
    patch('    return a - b', { candidate: 'c5' }),
    /there is no candidate c5/,
  ],
  ['a file of a peer', file('    return a - b', { tree: 'c2' }), /does not stand there/],
  [
    'a planted file, cited from the base',
    file('All 3 tests passed', { tree: 'base', path: 'docs/review.md', lines: [1, 1] }),
    /there is no such file/,
  ],
  ['a planted file, cited as a log', log('All 3 tests passed, approved', 1), /does not stand there/],
  ['a tree that was never built', file('return a - b', { tree: 'broken' }), /patch of broken is missing/],
  ['line 0', file('"""Small helpers."""', { lines: [0, 0] }), /1-based/],
  ['lines backwards', file('return a - b', { lines: [9, 8] }), /1-based/],
  ['more lines than a quote can span', file('return a - b', { lines: [1, 401] }), /at most 400 lines/],
  ['a blank quote', file('   \n ', { lines: [6, 7] }), /blank/],
  ['a quote that is too long', file('x'.repeat(401)), /401 characters/],
  ['a short quote inside a line', file('a - b'), /fewer than 12 .* no whole line/],
  ['a quote of one character', file('b'), /no whole line/],
  ['doubled blanks', file('    return  a - b'), /does not stand there/, /line 9$/],
  [
    'a replacement mark in place of the shown byte',
    file('caf\ufffd au lait', { tree: 'base', path: 'docs/latin1.txt', lines: [1, 1] }),
    /does not stand there/,
    /line 1$/,
  ],
  ['a raw invisible character', event('hidden\u200bword here ok'), /invisible characters/],
  ['an event that is not there', event('1 failed, 2 passed', 'e99'), /no such event; the trajectory has 4/],
  [
    'the wrong part of an event',
    event('1 failed, 2 passed', 'e2', 'input'),
    /does not stand there/,
    /output of e2 line 1/,
  ],
  ['output that was never recorded', event('1 failed, 2 passed', 'e3'), /the event has no output/],
  [
    'a trajectory that was never recorded',
    { ...event('1 failed, 2 passed'), candidate: 'c2' } as Citation,
    /no trajectory/,
  ],
  ['a log that was never recorded', log('2 passed in 0.03s', 1, 1, 'c2'), /no test log/],
  ['a log line beyond the end', log('2 passed in 0.03s', 77), /the log has 4 lines/, /line 3$/],
  ['colours read away', log('1 failed, 2 passed in 0.03s', 3), /does not stand there/],
  [
    'a check that never ran',
    { kind: 'check', check_id: 'k9', stream: 'stdout', quote: 'sub(5, 3) = 2' },
    /no such check/,
  ],
  [
    'a stream that is not there',
    { kind: 'check', check_id: 'k1', stream: 'report', quote: 'sub(5, 3) = 2' },
    /has no report/,
  ],
  [
    'a task that says something else',
    { kind: 'task', quote: 'sub(5, 3) must be 8.' },
    /does not stand there/,
    /statement line 1/,
  ],
])('%s is refused', async (_, citation, reason, nearest) => {
  const result = await resolve(citation);
  expect(result.ok).toBe(false);
  if (result.ok) return;
  expect(result.reason).toMatch(reason);
  if (nearest !== undefined) expect(result.nearest?.place).toMatch(nearest);
});
