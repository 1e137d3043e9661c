import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fault } from '../../../src/fault.js';
import { linesOf, parseJson } from '../../../src/records/json.js';

function refusalOf(text: string): Fault {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error(`was accepted: ${text}`);
}

test.each([
  ['a byte order mark and CRLF', '\uFEFF{\r\n "a": [1, 2]\r\n}\r\n', { a: [1, 2] }],
  ['escapes and a surrogate pair', '"\\u0041\\n\\ud83d\\ude80"', 'A\n🚀'],
  ['a test that is called constructor', '{"constructor":"pass"}', { constructor: 'pass' }],
  ['the smallest numbers', '[-0.0, 1e-999, 1E+3]', [-0, 0, 1000]],
])('reads %s', (_, text, value) => {
  expect(parseJson(text)).toEqual(value);
});

const REFUSED: [text: string, line: number, field: string | undefined, message: RegExp][] = [
  ['{"a": {"reward": NaN}}', 1, 'a.reward', /found "NaN": .*finite/],
  ['[0,\r\n -Infinity]', 2, '[1]', /found "-Infinity".*column 2/],
  ['{"a": 1e999}', 1, 'a', /too large to be finite/],
  [`{"a": ${'9'.repeat(400)}}`, 1, 'a', /too large to be finite/],
  ['{"a": None}', 1, 'a', /found "None": write null/],
  ['{"a": {"b": 1,\n "\\u0062": 2}}', 2, 'a.b', /stands twice/],
  ['{"a": [{"__proto__": 1}]}', 1, 'a[0].__proto__', /refused/],
  ['{"\\u005f_proto__": {}}', 1, '__proto__', /refused/],
  ['{"constructor": {"prototype": {}}}', 1, 'constructor', /refused/],
  ['{"prototype": []}', 1, 'prototype', /refused/],
  ['{"a": 1,}', 1, undefined, /comma before }.*column 9/],
  ['[1, 2,]', 1, undefined, /comma before \]/],
  ["{'a': 1}", 1, undefined, /key in double quotes, found "'"/],
  ['// note\n{}', 1, undefined, /expected a value, found "\/"/],
  ['{"a": 01}', 1, 'a', /found "01"/],
  ['{"a": "x\ty"}', 1, 'a', /control character/],
  ['{"a": "\\x41"}', 1, 'a', /backslash/],
  ['{"a": "\\u00zz"}', 1, 'a', /four hex digits/],
  ['{"a": "\\udc80"}', 1, 'a', /surrogate/],
  ['{"a": "\\ud83d\\u0041"}', 1, 'a', /surrogate/],
  ['{"a b\\u001b": tru}', 1, '["a b\\u001b"]', /found "tru"/],
  ['[1] [2]', 1, undefined, /nothing behind the value, found "\["/],
  ['\u001b[31m', 1, undefined, /found "⟦U\+001B⟧"/],
  ['constructor', 1, undefined, /found "constructor" \(/],
  ['['.repeat(101), 1, `${'[0]'.repeat(12)}…`, /deeper than 100/],
  // Without a blank, as programs write them.
  ['{"a":[{"__proto__":1}]}', 1, 'a[0].__proto__', /refused/],
  ['{"constructor":{}}', 1, 'constructor', /refused/],
  ['{"a":1,"a":1}', 1, 'a', /stands twice/],
  ['{"a":"\\\\","b":["x\\":"],"a":1}', 1, 'a', /stands twice/],
  ['{"a":1,"\\u0061":1}', 1, 'a', /stands twice/],
  ['{"a":":","a":1}', 1, 'a', /stands twice/],
  ['{"a" :"\\":","a" :1}', 1, 'a', /stands twice/],
  ['{"a":"x:","b":":y","c":[":\\":"],"a":1}', 1, 'a', /stands twice/],
  ['{"a":1e999}', 1, 'a', /too large to be finite/],
  ['{"a":"\\udc80"}', 1, 'a', /surrogate/],
  ['{"a":"\\uDC80"}', 1, 'a', /surrogate/],
  [`${'['.repeat(101)}${']'.repeat(101)}`, 1, `${'[0]'.repeat(12)}…`, /deeper than 100/],
  [`[${'0,'.repeat(1_000_000)}0]`, 1, '[999999]', /more than 1000000 values/],
];

test.each(REFUSED.map((row) => [row[0].slice(0, 40), ...row] as const))(
  'refuses %j',
  (_, text, line, field, message) => {
    const fault = refusalOf(text);
    expect(fault.code).toBe('input');
    expect(fault.place).toEqual({ line, ...(field !== undefined && { field }) });
    expect(fault.message).toMatch(message);
  },
);

test.each([
  '',
  '  \n',
  '{"a": [1',
  '{"a": "text',
  '{"a": tr',
  '{"a": "\\u12',
  '{"a": "\\',
  '{"a": -',
  '{"a"',
  '{"a": 1,',
])('says of %j that it ends too early', (text) => {
  expect(refusalOf(text).message).toMatch(/^the text ends too early/);
});

/** A JSON text with a few characters cut out or put in. */
const damaged = fc
  .tuple(
    fc.json({ maxDepth: 4 }),
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.nat(2),
        fc.constantFrom('', '"', '\\', '\\u00', '\\uD8', ',', ':', '}', '[', '1e', ' ', 'x'),
      ),
    ),
  )
  .map(([text, cuts]) =>
    cuts.reduce((now, [at, length, put]) => {
      const start = at % (now.length + 1);
      return now.slice(0, start) + put + now.slice(start + length);
    }, text),
  );

test('accepts what JSON.parse accepts, and refuses more only for a reason of its own', () => {
  const own = /stands twice|surrogate|refused|too large/;
  fc.assert(
    fc.property(damaged, (text) => {
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        expect(() => parseJson(text)).toThrow(Fault);
        return;
      }
      try {
        expect(parseJson(text)).toEqual(value);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        expect(error.message).toMatch(own);
      }
    }),
    { numRuns: 3000 },
  );
});

test('finds the lines of values, and of the parent where a value is missing', () => {
  const text = '{\n "a": [\n  1,\n  {"b": 2}\n ]\n}';
  expect(linesOf(text, [['a', 1, 'b'], ['a', 1, 'gone'], ['a', 0], ['gone'], []])).toEqual([4, 4, 3, 1, 1]);
});
