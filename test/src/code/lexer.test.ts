import { expect, test } from 'vitest';
import type { LexStyle } from '../../../src/code/language.js';
import { lex } from '../../../src/code/lexer.js';

const words = (style: LexStyle, text: string) => lex(style, text).tokens.map((token) => token.text);

test.each<[string, LexStyle, string, string]>([
  ['Python comments, blank lines and spaces', 'python', 'x = f(a,b)  # sum\n', '\n# note\nx = f( a, b )\n'],
  ['Python quotes', 'python', "x = 'a'\n", 'x = "a"\n'],
  [
    'Python lines broken inside brackets, with a trailing comma',
    'python',
    'f(a, b)\n',
    'f(\n    a,\n    b,\n)\n',
  ],
  ['Python docstrings', 'python', 'def f():\n    return 1\n', 'def f():\n    """Answers."""\n    return 1\n'],
  ['Python indentation width', 'python', 'if a:\n    b()\n', 'if a:\n  b()\n'],
  ['Python continuation lines', 'python', 'x = a + b\n', 'x = a + \\\n    b\n'],
  ['JavaScript comments and semicolons', 'c', 'f(a);\ng(b);\n', '/* x */ f(a)\n// y\ng(b)\n'],
  ['JavaScript quotes and objects', 'c', "x = { a: 'b' };", 'x = {\n  a: "b",\n}'],
  ['Go alignment', 'c', 'a := 1\nlonger := 2\n', 'a      := 1\nlonger := 2\n'],
  ['shell comments and indentation', 'hash', 'if a; then\n  b\nfi\n', '# x\nif a; then\n\tb # y\nfi\n'],
])('%s make no difference', (_, style, left, right) => {
  expect(words(style, left)).toEqual(words(style, right));
});

test.each<[string, LexStyle, string, string]>([
  ['Python block', 'python', 'if a:\n    b()\nc()\n', 'if a:\n    b()\n    c()\n'],
  ['Python tuple of one', 'python', 'x = (1,)\n', 'x = (1)\n'],
  ['string content', 'python', 'x = "a b"\n', 'x = "a  b"\n'],
  ['string prefix', 'python', 'x = r"a"\n', 'x = b"a"\n'],
  ['regular expression with slashes', 'c', 'x = /https?:\\/\\//.test(y)', 'x = /https?:\\/\\//.exec(y)'],
  ['regular expression with a quote', 'c', "x = /'/; f(1)", "x = /'/; f(2)"],
  ['shell expansion', 'hash', 'echo ${#a} b\n', 'echo ${#a} c\n'],
  ['shell quotes with a variable', 'hash', 'echo "$a"\n', "echo '$a'\n"],
  ['loop head', 'c', 'for (;;) {}', 'for (;) {}'],
  ['indentation where nothing is known', 'plain', 'a:\n  b: 1\n', 'a:\nb: 1\n'],
])('a change of a %s is seen', (_, style, left, right) => {
  expect(words(style, left)).not.toEqual(words(style, right));
});

test('tokens know their lines', () => {
  const { tokens, comments } = lex('c', '/* a\n b */ x = `\n`;\ny');
  expect(tokens.map(({ text, line }) => [text, line])).toEqual([
    ['x', 2],
    ['=', 2],
    ['`\n`', 2],
    ['y', 4],
  ]);
  expect(comments).toEqual([{ text: '/* a\n b */', line: 1 }]);
});

test.each<[LexStyle, string]>([
  ['python', '"""never closed\n'],
  ['c', '/* never closed'],
  ['c', '`${never closed'],
  ['hash', "'never closed\n"],
  ['python', 'x = "\\'],
  ['c', '\ud800 /x'],
  ['python', ')))]]\n\t \\\n'],
])('%s text that ends early is read to its end: %j', (style, text) => {
  expect(() => lex(style, text)).not.toThrow();
});

test.each<[LexStyle, string]>([
  ['python', '('.repeat(300_000)],
  ['python', '"'.repeat(300_001)],
  ['c', '/'.repeat(300_000)],
  ['c', "'\n".repeat(150_000)],
  ['hash', '#'.repeat(300_000)],
  ['python', ' \n'.repeat(150_000)],
])('%s reads a hostile text of 300,000 characters to its end', (style, text) => {
  const { tokens, comments } = lex(style, text);
  expect(tokens.length + comments.length).toBeLessThanOrEqual(text.length);
});
