import { expect, test } from 'vitest';
import { parseJson, toJson } from '../../../src/text/json.js';

test('JSON is parsed, and what is none is no exception', () => {
  expect(parseJson('{"a":[1]}')).toEqual({ ok: true, value: { a: [1] } });
  expect(parseJson('{"a":')).toEqual({ ok: false, reason: 'not_json' });
  expect(parseJson('')).toEqual({ ok: false, reason: 'not_json' });
});

test.each([
  ['lists in lists', `[${'[],'.repeat(2_100_000)}0]`],
  ['numbers', `[${'0,'.repeat(2_100_000)}0]`],
  ['one inside the other', '['.repeat(2_100_000)],
])('a document of millions of values is refused before it is built: %s', (_, text) => {
  expect(parseJson(text)).toEqual({ ok: false, reason: 'too_many_values' });
});

test('a large text inside a small document is no such thing, whatever it holds', () => {
  const text = '[[,{"\\'.repeat(500_000);
  expect(parseJson(JSON.stringify({ text }))).toEqual({ ok: true, value: { text } });
});

test('a value that is nested too deeply is written as nothing', () => {
  let deep: unknown = 1;
  for (let i = 0; i < 100_000; i++) deep = [deep];
  expect(toJson(deep)).toBeNull();
  expect(toJson(undefined)).toBeNull();
  expect(toJson({ a: 1 })).toBe('{"a":1}');
});
