import { expect, test } from 'vitest';
import { parseYaml } from '../../harness/yaml.js';
import { Fault } from '../../src/fault.js';

const MANY = 100_000;
const rows = (row: (at: number) => string): string =>
  Array.from({ length: MANY }, (_, at) => row(at)).join('\n');

const faultOf = (text: string, aliases: 'few' | 'none' = 'few'): Fault | null => {
  try {
    parseYaml(text, 'x.yaml', { aliases });
    return null;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
};

// Held against one another, or looked for from the start, so many take minutes.
test.each([
  ['keys', rows((at) => `k${at}: 1`), null, undefined],
  ['keys of which one comes again', `${rows((at) => `k${at}: 1`)}\nk7: 2`, /key "k7" stands twice/, MANY + 1],
  [
    'aliases, each of an anchor of its own',
    rows((at) => `- [&a${at} 1, *a${at}]`),
    /more than 50 aliases/,
    51,
  ],
  ['brackets too many', `- 1\n[${']'.repeat(MANY)}`, /is not valid YAML/, 2],
])('%s, a hundred thousand of them, are read in one go', { timeout: 60_000 }, (_, text, message, line) => {
  const fault = faultOf(text);
  if (message === null) expect(fault).toBe(null);
  else expect([fault?.message, fault?.place.line]).toEqual([expect.stringMatching(message), line]);
});

test.each([
  ['in a block', 'a: 1\nb:\n  c: 1\n  c: 2\n', 'c', 4],
  ['in braces', 'a: {b: 1, b: 2}', 'b', 1],
  ['as a number and as a text, which are one key once they are read', '5: a\n"5": b\n', '5', 2],
  ['with orders to a terminal', 'a: 1\n"x\\e[2J": 1\n"x\\e[2J": 2\n', 'x\u001b[2J', 3],
])('a key that stands twice %s is refused with its line', (_, text, key, line) => {
  const fault = faultOf(text);
  expect([fault?.message, fault?.place]).toEqual([
    expect.stringContaining(`the key ${JSON.stringify(key)} stands twice`),
    { file: 'x.yaml', line },
  ]);
});

test('the same key in mappings beside one another, and an alias or two, are no fault', () => {
  expect(parseYaml('a: &x {k: 1}\nb: {k: 2}\nc: *x\n', 'x.yaml')).toEqual({
    a: { k: 1 },
    b: { k: 2 },
    c: { k: 1 },
  });
});

test('where none may stand, the first alias is named by its line', () => {
  const fault = faultOf('a: &x 1\nb: *x\n', 'none');
  expect([fault?.message, fault?.place.line]).toEqual([
    expect.stringMatching(/holds an alias .*write the value out/),
    2,
  ]);
});
