import { expect, test } from 'vitest';
import { inspect } from '../../../../src/import/importers/inspect.js';
import type { SourceFile } from '../../../../src/import/source.js';

const file = (place: string, outline: SourceFile['outline'], parts: SourceFile[] = []): SourceFile => ({
  path: 'log.json',
  place,
  start: async () => '{"version": 2, "status": "success", "eval": {"task": "t"}, "samples": [',
  end: async () => '',
  text: async () => '',
  outline,
  async *split() {
    yield* parts;
  },
  raw: { gz: false, async *chunks() {} },
});

test('a log is asked once of which task it is, not for each of its samples', async () => {
  const samples = [1, 2, 3].map((id) => file(`element ${id}`, async () => ({ id, epoch: 1 })));
  let asked = 0;
  const log = file(
    '',
    async () => {
      asked += 1;
      return { eval: { task: 't' } };
    },
    samples,
  );
  const found: (string | null)[] = [];
  for await (const { instance } of inspect.claims({ label: 'run', files: [log] })) found.push(instance);
  expect([found, asked]).toEqual([['t-1', 't-2', 't-3'], 1]);
});
