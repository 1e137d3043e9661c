import { expect, test } from 'vitest';
import { memoryBytes } from '../../../sandbox/bytes.js';
import { sourceFile } from '../../../sandbox/import/file.js';
import type { SourceFile } from '../../../src/import/source.js';

test('a file is opened once for all of its trials that are read in turn, and again for one that is read later', async () => {
  const counts = { opened: 0, ended: 0 };
  const open = async () => {
    counts.opened += 1;
    return {
      ...memoryBytes(Buffer.from('{"a":1}\n{"a":2}\n{"a":3}\n'), 'x.jsonl'),
      [Symbol.asyncDispose]: async () => {
        counts.ended += 1;
      },
    };
  };
  const problems: string[] = [];
  const file = sourceFile('x.jsonl', open, { problem: (_, message) => problems.push(message) });
  const parts: SourceFile[] = [];
  const texts: string[] = [];
  for await (const part of file.split({ containers: [{ kind: 'lines' }], isTrial: () => true })) {
    texts.push(await part.text());
    parts.push(part);
  }
  expect([texts, counts]).toEqual([['{"a":1}', '{"a":2}', '{"a":3}'], { opened: 1, ended: 1 }]);
  expect([await parts[1]?.text(), counts, problems]).toEqual(['{"a":2}', { opened: 2, ended: 2 }, []]);
});
