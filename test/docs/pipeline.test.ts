import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { assetPath } from '../../harness/assets.js';
import { loadProfile } from '../../harness/rubrics.js';
import { factorsOf, type Order } from '../../src/arithmetic/factors.js';
import { answerShape } from '../../src/arithmetic/lines.js';
import { parseLine } from '../../src/records/line.js';
import { shapeLine } from '../../src/records/shape.js';
import { DEFAULT_SHAPE } from '../../src/records/shape-config.js';
import { SHAPE_STATUSES, SHAPE_WARNINGS } from '../../src/vocabulary.js';

interface Example {
  readonly in: { readonly group_id: string };
  readonly out: Record<string, unknown>;
}
interface Factors {
  readonly order: Order;
  readonly factors: Record<string, number>;
}

const page = readFileSync(assetPath('docs', 'pipeline.md'), 'utf8');
const blocks: (Example | Factors)[] = [...page.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, text]) =>
  JSON.parse(text!),
);
const examples = blocks.filter((block): block is Example => 'in' in block);
const tables = blocks.filter((block): block is Factors => 'order' in block);

/** The same value with every number to be met to 12 digits. */
function near(value: unknown): unknown {
  if (typeof value === 'number') return expect.closeTo(value, 12);
  if (Array.isArray(value)) return value.map(near);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, near(inner)]));
}

test('the page has an example for every station', () => {
  expect(examples.map((example) => example.in.group_id)).toEqual([
    'masks',
    'grs',
    'grs-length',
    'length',
    'uncapped',
    'capped',
    'downweight',
    'scaled',
    'trajectory',
    'sign',
    'whole',
  ]);
  expect(tables).toHaveLength(1);
});

test.each(examples.map((example) => [example.in.group_id, example] as const))(
  'the numbers of the example `%s` are what the line gives',
  (_, { in: line, out }) => {
    const answer = answerShape(parseLine(shapeLine(DEFAULT_SHAPE), JSON.stringify(line)));
    expect(answer).toMatchObject(near(out) as object);
  },
);

test('the factors of the page are those of the profile', () => {
  const profile = loadProfile('flash').value;
  for (const { order, factors } of tables)
    expect(Object.fromEntries(factorsOf(order, profile))).toEqual(near(factors));
});

test.each([
  ['status', SHAPE_STATUSES],
  ['warning', SHAPE_WARNINGS],
] as const)('the page explains every %s of an answer, in order', (title, words) => {
  const table = page.split(`| ${title} `)[1]?.split('\n\n')[0] ?? '';
  expect([...table.matchAll(/^\| `(\w+)`/gm)].map(([, word]) => word)).toEqual([...words]);
});
