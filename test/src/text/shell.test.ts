import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellQuoted, shellWord } from '../../../src/text/shell.js';

test.each([
  'plain/name-1.py',
  '',
  "it's",
  'a b',
  '$(touch x)',
  '`id`',
  'x;rm -rf y',
  '~',
  '*',
  'a\nb',
  '#c',
  "'",
])('a shell reads %j as one word and as nothing else', (text) => {
  for (const word of [shellQuoted(text), shellWord(text)]) {
    const said = execFileSync('/bin/sh', ['-c', `set -- ${word}; printf '%s|%s' "$#" "$1"`], {
      encoding: 'utf8',
    });
    expect(said).toBe(`1|${text}`);
  }
});

test('a plain name stays as it is', () => {
  expect(shellWord('refs/tags/v2')).toBe('refs/tags/v2');
});
