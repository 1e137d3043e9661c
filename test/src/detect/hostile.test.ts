/** Patches made to break the detectors or to take them hours: each run ends, and peers are read as if nothing were. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCodeParser } from '../../../sandbox/code/parser.js';
import type { CodeParser } from '../../../src/code/syntax.js';
import { runDetectors } from '../../../src/detect/run.js';
import { type CandidateSpec, groupOf } from '../../support/detect-material.js';

let parser: CodeParser & AsyncDisposable;
beforeAll(async () => {
  parser = await openCodeParser();
});
afterAll(() => parser[Symbol.asyncDispose]());

const many = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');
const BASE = { 'src/a.py': 'def f(x):\n    return x\n' };
const PEER: CandidateSpec = {
  id: 'peer',
  files: { 'src/a.py': 'def f(x):\n    try:\n        return x\n    except Exception:\n        pass\n' },
};

const PATCHES: Readonly<Record<string, Record<string, string>>> = {
  'ten thousand silent handlers': {
    'src/b.py': many(2_000, (index) => `try:\n    f(${index})\nexcept Exception:\n    pass\n`),
  },
  'a table of fifty thousand answers': {
    'src/b.py': `T = {${many(50_000, (index) => `${index}: ${index},`)}}\n`,
  },
  'two thousand functions of one shape': {
    'src/b.js': many(
      2_000,
      (index) => `function f${index}(a, b) { return [a, b].map((x) => x + 1).filter(Boolean); }\n`,
    ),
  },
  'ifs inside ifs': {
    'src/b.js': `${many(150, () => 'if (a == 1) {\n')}${many(10_000, () => 'b();\n')}${many(150, () => '}\n')}`,
  },
  'thousands of files': Object.fromEntries(
    Array.from({ length: 3_000 }, (_, index) => [`src/dir/repro_${index}.py`, `x = ${index}\n`]),
  ),
  'names that are properties of every object': {
    'src/constructor.py': 'def __proto__(toString):\n    hasOwnProperty.constructor = 1\n',
    __proto__: 'x\n',
  },
  'suppressions on every line': {
    'src/b.ts': many(20_000, (index) => `f(${index}); // eslint-disable-line\n`),
  },
  'one endless line': {
    'src/b.py': `x = "${'é'.repeat(100_000)}" if y == "${'z'.repeat(100_000)}" else 1\n`,
  },
  'one endless condition': {
    'src/b.go': `package p\n\nfunc F() {\n\tif ${many(3_000, () => 'errerr')} != nil {\n\t}\n}\n`,
  },
  'a comment of marks alone': { 'src/b.js': `/*\n${many(150_000, () => '*\n')}*/\nf();\n` },
  'loops inside loops': {
    'src/b.js': `${many(150, () => 'while (true) {\n')}${many(20_000, () => 'b = 1;\n')}${many(150, () => '}\n')}`,
  },
  'text that hides itself': { 'src/b.py': '# \u202e\u200b\u{e0041}\nx\u200b = "\u0000"\n' },
};

test.each(Object.entries(PATCHES))('%s', async (_, files) => {
  const group = groupOf({ base: BASE, candidates: [{ id: 'a', files }, PEER] });
  const alone = await runDetectors(
    groupOf({ base: BASE, candidates: [{ id: 'a', files: { 'src/z.py': 'x = 1\n' } }, PEER] }),
    parser,
  );
  const { leads } = await runDetectors(group, parser);
  const claims = (of: typeof leads) =>
    of
      .filter(({ candidate, detector }) => candidate === 'peer' && detector !== 'unshared_change')
      .map(({ claim }) => claim);
  expect(claims(leads)).toEqual(claims(alone.leads));
  for (const { claim, citations } of leads) {
    expect(claim.length).toBeLessThan(400);
    expect(claim).not.toMatch(/[\u200b\u202e\u0000]/);
    for (const { quote } of citations) expect(quote.length).toBeLessThanOrEqual(400);
  }
});

test('a trajectory of many events is read one at a time', async () => {
  const events = Array.from({ length: 20_000 }, (_, index) => ({
    input: `git log --all # ${index}`,
    output: 'x'.repeat(2_000),
  }));
  const { leads } = await runDetectors(groupOf({ base: BASE, candidates: [{ ...PEER, events }] }), parser);
  expect(leads.filter(({ detector }) => detector === 'history_access')).toHaveLength(10);
});
