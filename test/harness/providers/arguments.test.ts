import { expect, test } from 'vitest';
import { readArguments } from '../../../harness/providers/arguments.js';

test('keeps a bounded piece of malformed arguments', () => {
  const { malformed } = readArguments(`{"a": ${'x'.repeat(1e6)}`);
  expect(malformed?.raw.length).toBeLessThan(5000);
  expect(malformed?.problem).toContain('position 6');
});

test('does not read arguments of megabytes: brackets alone would fill the memory', () => {
  expect(readArguments('['.repeat(5e6)).malformed?.problem).toBe(
    'the arguments have 5000000 characters, more than 4194304',
  );
});

test('says so when the text only ends too early', () => {
  expect(readArguments('{"a": [1').malformed?.problem).toBe(
    'the arguments are not valid JSON at position 8: the text ends too early',
  );
});

test.each([undefined, '', '  \n'])('reads %j as no arguments', (given) => {
  expect(readArguments(given)).toEqual({ arguments: {}, malformed: null });
});

test.each([
  ['a number beyond all numbers', '{"scores": [4, 1e999]}', /hold a number that is too large/],
  ['half a character', '{"a": ["b\\ud800c"]}', /hold half a surrogate pair/],
  ['half a character in a name', '{"a": {"b\\udc00": 1}}', /hold half a surrogate pair/],
  ['brackets without end', `{"a": ${'['.repeat(9_000)}${']'.repeat(9_000)}}`, /nested deeper than 64 levels/],
])('%s is valid JSON text and still malformed', (_, text, problem) => {
  const { arguments: read, malformed } = readArguments(text);
  expect(read).toBeNull();
  expect(malformed?.problem).toMatch(problem);
});
