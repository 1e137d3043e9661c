import { expect, test } from 'vitest';
import { commonName, fileName, plainName, unquote } from '../../../src/diff/names.js';

test.each([
  { text: 'a/src/x.py', name: 'src/x.py' },
  { text: 'a/x b/y.txt\t', name: 'x b/y.txt' },
  { text: 'i/src/x.py', name: 'src/x.py' },
  { text: 'a/x.py\t2026-01-02 03:04:05.0 +0000', name: 'x.py' },
  { text: '"a/docs/caf\\303\\251.txt"', name: 'docs/caf\xC3\xA9.txt' },
  { text: '"b/tab\\there \\"q\\" \\\\"', name: 'tab\there "q" \\' },
  { text: '/dev/null', name: null },
  { text: 'bare', name: 'bare' },
])('behind --- or +++ $text names $name', ({ text, name }) => {
  expect(fileName(text)).toBe(name);
});

test.each([
  { text: 'a/x.py b/x.py', name: 'x.py' },
  { text: 'a/x b/y.txt b/x b/y.txt', name: 'x b/y.txt' },
  { text: 'a/b b/b b/b b/b', name: 'b b/b' },
  { text: '"a/caf\\303\\251" "b/caf\\303\\251"', name: 'caf\xC3\xA9' },
  { text: 'a/old.py b/new.py', name: null },
  { text: 'a/ b/', name: null },
  { text: 'a/x y "b/x y"', name: 'x y' },
  { text: 'a/x "y" "b/x \\"y\\""', name: null },
  { text: 'a/x"y b/x"y', name: null },
  { text: '', name: null },
])('diff --git $text agrees on $name', ({ text, name }) => {
  expect(commonName(text)).toBe(name);
});

test.each([
  { title: 'blanks', text: `a/${'x '.repeat(2e6)}`, name: null },
  { title: 'blanks and slashes', text: 'a/x '.repeat(1e6), name: null },
  { title: 'blanks and quotes', text: `a/${' "x'.repeat(1e6)}`, name: null },
  {
    title: 'blanks on both sides',
    text: `a/${'x '.repeat(1e6)}b/${'x '.repeat(1e6)}`.trim(),
    name: 'x '.repeat(1e6).trim(),
  },
])('a diff --git line of millions of $title is read in one go', ({ text, name }) => {
  expect(commonName(text) === name).toBe(true);
});

test('a quoted name of megabytes is a name', () => {
  const name = 'x'.repeat(2e7);
  expect(unquote(`"${name}\\n" b`)).toEqual({ name: `${name}\n`, rest: ' b' });
});

test.each([
  { text: 'src/a b.py', name: 'src/a b.py' },
  { text: '"src/\\001.py"', name: 'src/\x01.py' },
])('a rename line names $name', ({ text, name }) => {
  expect(plainName(text)).toBe(name);
});

test.each(['plain', '"open', '"bad \\x escape"', '"too high \\777"'])('%s is no quoted name', (text) => {
  expect(unquote(text)).toBeNull();
});
