import { expect, test } from 'vitest';
import { memoryBytes } from '../../../sandbox/bytes.js';
import { containerOf } from '../../../sandbox/events/container.js';
import { placeOf } from '../../../sandbox/events/record.js';
import { eachRecord } from '../../../sandbox/events/records.js';
import type { Container } from '../../../src/events/format.js';

const lines: Container = { kind: 'lines' };
const document: Container = { kind: 'document' };
const list: Container = { kind: 'array', path: [] };
const steps: Container = { kind: 'array', path: ['steps'] };
const history: Container = { kind: 'array', path: ['history'] };
const both: Container = { kind: 'array', path: ['prompt'], after: [['completion']] };
const text: Container = { kind: 'text', cutter: () => (line) => line.startsWith('#') };

const source = (content: string) => memoryBytes(Buffer.from(content), 'file');
const wide = ' '.repeat(20_000);

test.each<[string, string, readonly Container[], Container | null]>([
  ['an array that is there', '{"steps": [1]}', [steps, history], steps],
  [
    'the first array of two, wherever it stands',
    `{"history": [1],${wide}"steps": [1]}`,
    [steps, history],
    steps,
  ],
  ['an array with elements before an empty one', '{"steps": [], "history": [1]}', [steps, history], history],
  ['an empty array where there is nothing else', '{"steps": [], "x": 1}', [steps, history], steps],
  ['a document before an empty array', '{"steps": []}', [steps, document], document],
  ['the second array of one container', '{"prompt": "x", "completion": [1]}', [both, document], both],
  ['a document that stands alone', '{\n "a": 1\n}\n', [steps, document, lines], document],
  ['lines where more follows', '{"a": 1}\n{"a": 2}\n', [steps, document, lines], lines],
  ['lines where much follows', `{"a": 1}\n${wide}\n{"a": 2}\n`, [steps, document, lines], lines],
  ['a list', '[{"history": [1]}]', [history, list], list],
  ['a document in front of a list that it could not be', '{"a": [1]}', [list, document], document],
  ['text where the file is no JSON', '# one\ntwo', [steps, text], text],
  ['no text where it is', ' \n{"steps": [1]}', [steps, text], steps],
  ['nothing', '{"a": 1}', [steps], null],
])('%s is found', async (_, content, containers, expected) => {
  expect(await containerOf(source(content), containers)).toBe(expected);
});

async function recordsOf(content: string, container: Container, chunk = 1 << 20) {
  const bytes = Buffer.from(content);
  const found: string[] = [];
  const warnings: string[] = [];
  const cut = {
    ...source(content),
    async *chunks() {
      // As a file has it: the next piece is read into the same buffer.
      const buffer = Buffer.alloc(chunk);
      for (let at = 0; at < bytes.length; at += chunk)
        yield buffer.subarray(0, bytes.copy(buffer, 0, at, at + chunk));
    },
  };
  const encoding = await eachRecord(cut, [container], {
    take: (record, splitter) => {
      const { start, length } = record;
      expect(record.bytes?.toString()).toBe(bytes.subarray(start, start + length).toString());
      found.push(`${placeOf(splitter, record)}: ${record.bytes}`);
    },
    warn: (warning) => warnings.push(warning),
    pause: () => {},
  });
  return { found, warnings, encoding };
}

test.each([1, 2, 3, 7, 1 << 20])(
  'text is cut in front of its heads, in chunks of %d bytes',
  async (chunk) => {
    const { found, encoding } = await recordsOf('\ufeffbefore\n# one\nü\n\n# two\r\n# three', text, chunk);
    expect(encoding).toBe('text');
    expect(found).toEqual([
      'line 1: before\n',
      'line 2: # one\nü\n\n',
      'line 5: # two\r\n',
      'line 6: # three',
    ]);
  },
);

test('a long line is decided on by its beginning, over chunks', async () => {
  const long = `# ${'x'.repeat(5000)}`;
  const { found } = await recordsOf(`a\n${long}\nb\n${long}`, text, 700);
  expect(found).toEqual(['line 1: a\n', `line 2: ${long}\nb\n`, `line 4: ${long}`]);
});

test.each([
  [
    'arrays in the order in which they are named',
    '{"completion": ["c"], "prompt": ["a", "b"]}',
    both,
    ['"a"', '"b"', '"c"'],
  ],
  ['a document as a whole', '\ufeff{"a":\n1}', document, ['{"a":\n1}']],
] as const)('%s: records', async (_, content, container, expected) => {
  const { found, warnings } = await recordsOf(content, container, 5);
  expect(found.map((record) => record.replace(/^[^:]*: /, ''))).toEqual(expected);
  expect(warnings).toEqual([]);
});

test('a file without records is a warning', async () => {
  expect((await recordsOf('', text)).warnings).toEqual(['it holds no records']);
  expect((await recordsOf('{"steps": []}', steps)).warnings).toEqual(['it holds no records']);
});
