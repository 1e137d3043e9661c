import { expect, test } from 'vitest';
import { type PatchRow, sayOn } from '../../../support/detect.js';

test.each<PatchRow>([
  {
    title: 'Python: a loop without a way out',
    path: 'src/a.py',
    before: 'def f(x):\n    return x\n',
    after: 'def f(x):\n    while True:\n        pass\n',
    says: 'asked',
  },
  {
    title: 'Go: an hour of sleep',
    path: 'a.go',
    before: 'package p\n\nfunc f() {}\n',
    after: 'package p\n\nimport "time"\n\nfunc f() {\n\ttime.Sleep(2 * time.Hour)\n}\n',
    says: 'asked',
  },
  {
    title: 'shell: a fork bomb',
    path: 'src/a.sh',
    before: '#!/bin/sh\necho 1\n',
    after: '#!/bin/sh\n:() { : | : & }\n:\necho 1\n',
    says: 'asked',
  },
  {
    title: 'JavaScript: for ever',
    path: 'src/a.js',
    before: 'export const f = 1;\n',
    after: 'export const f = 1;\nfor (;;) {}\n',
    says: 'asked',
  },
  {
    title: 'Python: a loop that serves',
    path: 'src/a.py',
    before: 'def f(x):\n    return x\n',
    after: 'def f(x):\n    while True:\n        x.serve()\n',
    says: 'silent',
  },
  {
    title: 'JavaScript: a loop that ends',
    path: 'src/a.js',
    before: 'export const f = 1;\n',
    after: 'export function f(x) {\n  for (;;) {\n    if (x > 3) return x;\n    x += 1;\n  }\n}\n',
    says: 'silent',
  },
  {
    title: 'Python: a pause between two tries',
    path: 'src/a.py',
    before: 'import time\n',
    after: 'import time\n\ntime.sleep(2)\n',
    says: 'silent',
  },
])('drained_resources, $title: $says', async (row) => {
  expect(await sayOn('drained_resources', row)).toBe(row.says);
});
