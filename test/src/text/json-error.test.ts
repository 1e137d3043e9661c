import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCutAt, jsonErrorAt } from '../../../src/text/json-error.js';

test.each([
  { text: '{"candidate": c1"}', at: 14 },
  { text: "{'a': 1}", at: 1 },
  { text: '{"a": 1,}', at: 8 },
  { text: '[1, 2,]', at: 6 },
  { text: '{"a" 1}', at: 5 },
  { text: '{"a": True}', at: 6 },
  { text: '{"a": NaN}', at: 6 },
  { text: '{"a": "x\ny"}', at: 8 },
  { text: '{"a": "\\q"}', at: 7 },
  { text: '{"a": 01}', at: 7 },
  { text: '{"a": 1} tail', at: 9 },
  { text: '{} {}', at: 3 },
  { text: '{"a": [1}', at: 8 },
  { text: ']', at: 0 },
  { text: ', 1', at: 0 },
  { text: '```json\n{}', at: 0 },
  { text: '{"a": "he', at: 9 },
  { text: '"\\"\n', at: 3 },
  { text: '"\n"', at: 1 },
  { text: '{"a": [1, {"b": ', at: 16 },
  { text: '   ', at: 3 },
])('finds where $text stops being JSON', ({ text, at }) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(jsonErrorAt(text)).toBe(at);
});

test('finds nothing wrong in any JSON, and the end of any JSON that is cut inside a string or list', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(2), (json, indent) => {
      const text = JSON.stringify([JSON.parse(json)], null, indent);
      expect(jsonErrorAt(text)).toBe(text.length);
      expect(jsonErrorAt(`${text}x`)).toBe(text.length);
      expect(jsonErrorAt(text.slice(0, -1)) <= text.length - 1).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('points at the changed character or behind it, never before it', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, seed) => {
      const at = seed % json.length;
      const broken = `${json.slice(0, at)}\u0001${json.slice(at + 1)}`;
      const found = jsonErrorAt(broken);
      // a number or word that the change cuts is reported from its start
      expect(found).toBeLessThanOrEqual(at);
      expect(json.slice(found, at)).toMatch(/^[\w.+-]*$|^"|^\\/);
    }),
    { numRuns: 500 },
  );
});

test('copes with megabytes and with deep nesting', () => {
  const long = `{"a": "${'x'.repeat(8e6)}", b}`;
  expect(jsonErrorAt(long)).toBe(long.length - 2);
  expect(jsonErrorAt('['.repeat(1e6))).toBe(1e6);
  expect(jsonErrorAt(`["${'\\n'.repeat(8e6)}"`)).toBe(16e6 + 3);
});

test.each([
  ['{"a": [1', true],
  ['{"a": "he', true],
  ['"a\\u12', true],
  ['{"a": tru', true],
  ['{"a": -', true],
  ['{"a": 1.', true],
  ['{"a": 1.5E-', true],
  ['{"a":}', false],
  ['[1, 2]]', false],
  ['{"a": nulx', false],
  ['{"a": "\\q', false],
  ['{"a": "x\ny"', false],
])('tells of %j whether it only ends too early: %j', (text, cut) => {
  expect(isCutAt(text, jsonErrorAt(text))).toBe(cut);
});

test('takes any JSON that is cut anywhere for cut', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, seed) => {
      const text = `[${json}]`.slice(0, seed % (json.length + 2));
      expect(isCutAt(text, jsonErrorAt(text))).toBe(true);
    }),
    { numRuns: 500 },
  );
});
