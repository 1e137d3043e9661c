import { expect, test } from 'vitest';
import { type BatchCommand, runBatch } from '../../../harness/run/batch.js';

const command: BatchCommand = {
  concurrency: '8',
  groupTimeoutS: '60',
};

test.each<[string | undefined, Partial<BatchCommand>, string]>([
  [undefined, {}, '--spool <dir>'],
  ['x.jsonl', {}, '-o <dir>'],
  ['x.jsonl', { spool: 's' }, 'groups and --spool exclude each other'],
  [undefined, { spool: 's', out: 'r' }, '-o and --spool exclude each other'],
  ['x.jsonl', { out: 'r', once: true }, '--once goes with --spool'],
  ['x.jsonl', { out: 'r', concurrency: '0' }, '--concurrency "0": expected a whole number'],
  ['x.jsonl', { out: 'r', groupTimeoutS: 'soon' }, '--group-timeout-s "soon": expected a number of seconds'],
  ['x.jsonl', { out: 'r', budgetS: '-1' }, '--budget-s: is -1'],
])('batch of %j with %j is refused with the way out', async (groups, options, message) => {
  await expect(runBatch(groups, { ...command, ...options })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(message),
  });
});
