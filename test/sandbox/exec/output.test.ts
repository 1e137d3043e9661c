import { expect, test } from 'vitest';
import { Output } from '../../../sandbox/exec/output.js';

const keep = (cap: number, ...chunks: string[]): Output => {
  const output = new Output(cap);
  for (const chunk of chunks) output.push(Buffer.from(chunk));
  return output;
};

test.each([
  {
    title: 'what fits is kept whole',
    cap: 10,
    chunks: ['01234', '56789'],
    kept: '0123456789',
    truncated: false,
  },
  {
    title: 'one byte too many drops one byte',
    cap: 10,
    chunks: ['0123456789a'],
    kept: '01234\n[1 bytes left out]\n6789a',
    truncated: true,
  },
  {
    title: 'the middle of many chunks goes',
    cap: 4,
    chunks: ['a', 'b', 'c', 'd', 'e', 'f'],
    kept: 'ab\n[2 bytes left out]\nef',
    truncated: true,
  },
  {
    title: 'a chunk larger than all room is cut on both sides',
    cap: 4,
    chunks: ['x', 'abcdefgh'],
    kept: 'xa\n[5 bytes left out]\ngh',
    truncated: true,
  },
  { title: 'nothing is nothing', cap: 4, chunks: [], kept: '', truncated: false },
])('$title', ({ cap, chunks, kept, truncated }) => {
  const output = keep(cap, ...chunks);
  expect([output.bytes().toString(), output.truncated]).toEqual([kept, truncated]);
});

test('a long stream of small chunks holds no more than its cap', () => {
  const output = new Output(100);
  for (let n = 0; n < 10_000; n += 1) output.push(Buffer.from(`${n}\n`));
  expect(output.bytes().length).toBeLessThan(140);
  expect(output.bytes().toString()).toMatch(/^0\n1\n[\s\S]*9999\n$/);
});

test.each([
  ['no_space', 'OSError: [Errno 28] No space left on device'],
  ['no_space', 'write failed: ENOSPC'],
  ['pids', 'sh: 1: Cannot fork'],
  ['pids', "RuntimeError: can't start new thread"],
  ['pids', 'fork: retry: Resource temporarily unavailable'],
])('a sign of %s is seen in %j, also when chunks cut it', (kind, text) => {
  for (const output of [
    keep(1000, text),
    keep(1000, ...text),
    keep(1000, text.slice(0, 12), text.slice(12)),
  ]) {
    expect([output.noSpace, output.pidsLimit]).toEqual([kind === 'no_space', kind === 'pids']);
  }
});

test('ordinary output is no sign of anything', () => {
  const output = keep(1000, '12 passed, there is some space left in forks\n');
  expect([output.noSpace, output.pidsLimit]).toEqual([false, false]);
});
