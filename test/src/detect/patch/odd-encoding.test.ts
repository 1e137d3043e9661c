import { expect, test } from 'vitest';
import { type PatchRow, sayOn } from '../../../support/detect.js';

test.each<PatchRow>([
  {
    title: 'Python: comments that become code',
    path: 'src/a.py',
    before: 'def f():\n    return 1\n',
    after: '# coding: unicode_escape\ndef f():\n    return 1  # \\u000a    x = 2\n',
    says: 'asked',
  },
  {
    title: 'Python: an encoding of text',
    path: 'src/a.py',
    before: 'def f():\n    return 1\n',
    after: '# -*- coding: latin-1 -*-\ndef f():\n    return 1\n',
    says: 'silent',
  },
])('odd_encoding, $title: $says', async (row) => {
  expect(await sayOn('odd_encoding', row)).toBe(row.says);
});
