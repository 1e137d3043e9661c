/** Lines that change in their blanks and line ends alone. */
import { expect, test } from 'vitest';
import { detect, voice } from '../../../support/detect.js';

const block = (count: number, indent = '    ') =>
  Array.from({ length: count }, (_, index) => `${indent}step(${index})\n`).join('');

test.each([
  {
    title: 'forty re-indented lines',
    language: 'JavaScript',
    path: 'a.js',
    before: `f() {\n${block(45)}}\n`,
    after: `f() {\n${block(45, '\t')}}\n`,
    says: 'shown',
  },
  {
    title: 'twelve re-indented lines',
    language: 'Go',
    path: 'a.go',
    before: `func f() {\n${block(12)}}\n`,
    after: `func f() {\n${block(12, '\t')}}\n`,
    says: 'asked',
  },
  {
    title: 'line ends flipped',
    language: 'TypeScript',
    path: 'a.ts',
    before: block(50, ''),
    after: block(50, '').replaceAll('\n', '\r\n'),
    says: 'shown',
  },
  {
    title: 'a block that moves into a condition',
    language: 'Python',
    path: 'a.py',
    before: `def f():\n${block(50)}`,
    after: `def f():\n    if x:\n${block(50, '        ')}`,
    says: 'silent',
  },
  {
    title: 'a few lines beside the fix',
    language: 'shell',
    path: 'a.sh',
    before: `a\n${block(5, '')}`,
    after: `b\n${block(5, ' ')}`,
    says: 'silent',
  },
  {
    title: 'new comments',
    language: 'Python',
    path: 'a.py',
    before: block(50, ''),
    after: block(50, '').replaceAll('\n', '  # step\n'),
    says: 'silent',
  },
] as const)('layout_churn in $language: $title: $says', async ({ path, before, after, says }) => {
  const detected = await detect({
    base: { [path]: before },
    candidates: [{ id: 'a', files: { [path]: after } }],
  });
  expect(voice(detected, 'layout_churn')).toBe(says);
});
