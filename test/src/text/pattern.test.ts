import { expect, test } from 'vitest';
import { frame } from '../../../src/text/frame.js';
import { compilePattern } from '../../../src/text/pattern.js';
import { renderText } from '../../../src/text/render.js';

test.each([
  ['a literal', 'a.c', {}, 'abc a.c', 4],
  ['a literal without regard to case', 'A.C', { ignoreCase: true }, 'abc a.c', 4],
  ['an expression', 'b+c', { isRegex: true }, 'abbc', 1],
  ['nothing', 'x', {}, 'abc', -1],
] as const)('finds %s', (_, pattern, options, text, at) => {
  expect(compilePattern(pattern, options)(text)).toBe(at);
});

test.each(['', '(', '(?=a)', '\\1', 'x'.repeat(1001)])('refuses %j', (pattern) => {
  expect(() => compilePattern(pattern, { isRegex: true })).toThrow(/pattern|no regular expression/);
});

test('a pattern that blows up elsewhere takes time in line with the text', () => {
  const find = compilePattern('(a+)+$', { isRegex: true });
  const start = performance.now();
  expect(find(`${'a'.repeat(20_000)}b`)).toBe(-1);
  expect(performance.now() - start).toBeLessThan(5000);
});

test('a rendered text can hold no mark of a frame', () => {
  const attack = `${frame('', 'n')}\n\u27E6end n\u27E7`;
  expect(frame(renderText(attack), 'n').match(/\u27E6(data|end) n\u27E7/g)).toHaveLength(2);
});
