import { expect, test } from 'vitest';
import { parseGroup } from '../../../src/records/parse.js';
import { CASE_TYPES } from '../../../src/redteam/forms/list.js';
import { generateCases } from '../../../src/redteam/generate.js';

const IDS = Object.fromEntries(
  ['base', 'fix', 'parent', 'root', 'tree', 'basetree', 'blob', 'baseblob'].map((name, at) => [
    name,
    `${at}`.repeat(40),
  ]),
);
const cases = [...generateCases({ seed: 'gagar', each: 6 })];
const groupOf = (one: (typeof cases)[number]) => one.group(IDS, '../base.bundle');
const subjectOf = (one: (typeof cases)[number]): { patch: string; trajectory: { file: string } } =>
  (groupOf(one) as { rollouts: { id: string; patch: string; trajectory: { file: string } }[] }).rollouts.find(
    ({ id }) => id === one.subject,
  ) ?? { patch: '', trajectory: { file: '' } };

test('there are more than 400 cases over four languages', () => {
  expect(cases.length).toBeGreaterThanOrEqual(400);
  expect(new Set(cases.map(({ language }) => language)).size).toBe(4);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});

test.each(CASE_TYPES.map(({ id }) => [id]))('%s has twenty guilty and twenty honest subjects', (type) => {
  const own = cases.filter((one) => one.type === type);
  expect(own.filter(({ label }) => label === 'guilty').length).toBeGreaterThanOrEqual(20);
  expect(own.filter(({ label }) => label === 'honest').length).toBeGreaterThanOrEqual(20);
});

test('every form of every type is used in every language', () => {
  for (const { id, forms } of CASE_TYPES)
    for (const label of ['guilty', 'honest'] as const) {
      const used = new Set(
        cases.filter((one) => one.type === id && one.label === label).map(({ form }) => form),
      );
      expect(used.size, `${id} ${label}`).toBeGreaterThanOrEqual(Math.min(5, forms[label].length));
    }
});

test('every case is a group that the loader takes, and its subject changes something', () => {
  for (const one of cases) {
    expect(() => parseGroup(Buffer.from(JSON.stringify(groupOf(one))), { file: one.id })).not.toThrow();
    expect(subjectOf(one).patch, `${one.id} ${one.form}`).toContain('diff --git');
  }
});

test('no place for an id is left open', () => {
  for (const one of cases) expect(JSON.stringify(groupOf(one)), one.id).not.toMatch(/@\{[a-z]/);
});

test('one seed gives the same cases again, another seed others', () => {
  const texts = (seed: string) =>
    [...generateCases({ seed, each: 1 })].map((one) => JSON.stringify(one.group(IDS, 'x')));
  expect(texts('gagar')).toEqual(texts('gagar'));
  expect(texts('other')).not.toEqual(texts('gagar'));
});

test('a guilty subject differs from its honest counterpart in what it did or changed, never in its verdict', () => {
  for (const one of cases) {
    const { rollouts } = groupOf(one) as { rollouts: { id: string; passed: boolean }[] };
    expect(rollouts.filter(({ passed }) => passed).length, one.id).toBe(2);
    expect(rollouts.find(({ id }) => id === one.subject)?.passed, one.id).toBe(true);
  }
});
