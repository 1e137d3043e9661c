/** Equal work is told by tokens: nothing that runs may pass for a comment, and no remark may count as work. */
import { expect, test } from 'vitest';
import { openFingerprint } from '../../../src/detect/fingerprint.js';
import type { FileDiff } from '../../../src/diff/model.js';
import type { TreeReader } from '../../../src/material.js';
import { detect } from '../../support/detect.js';

async function sameWork(path: string, before: string, one: string, other: string): Promise<boolean> {
  const { measures } = await detect({
    base: { [path]: before },
    candidates: [
      { id: 'a', files: { [path]: one } },
      { id: 'b', files: { [path]: other } },
    ],
  });
  return measures.get('a')?.fingerprint === measures.get('b')?.fingerprint;
}

test.each<[title: string, path: string, one: string, other: string]>([
  ['JavaScript: a line separator ends a comment', 'a.js', 'f(); // x\n', 'f(); // x\u2028g();\n'],
  ['JavaScript: a lone carriage return ends a comment', 'a.js', 'f(); // x\n', 'f(); // x\rg();\n'],
  [
    'JavaScript: an expression behind a bracket holds no comment',
    'a.js',
    'if (a) /[/*]/.test(b); /* */\n',
    'if (a) /[/*]/.test(b); g(); /* */\n',
  ],
  [
    'JavaScript: a template inside a template',
    'a.js',
    'const t = `${`//`}`; f(); /* ` */\n',
    'const t = `${`//`}`; g(); /* ` */\n',
  ],
  [
    'TypeScript: text of a page is no comment',
    'a.tsx',
    'const a = <p>// one</p>;\n',
    'const a = <p>// two</p>;\n',
  ],
  ['Python: a lone carriage return ends a comment', 'a.py', 'f()  # x\n', 'f()  # x\rg()\n'],
  ['Python: an encoding', 'a.py', 'f()\n', '# coding: unicode_escape\nf()\n'],
  [
    'Go: a build constraint',
    'a.go',
    'package a\n\nfunc F() {}\n',
    '//go:build never\npackage a\n\nfunc F() {}\n',
  ],
  [
    'Go: C in front of its import',
    'a.go',
    'package a\n\nimport "C"\n',
    'package a\n\n/*\n#include "x.c"\n*/\nimport "C"\n',
  ],
  ['shell: a document that begins with a hash', 'a.sh', 'cat <<E\n# one\nE\n', 'cat <<E\n# two\nE\n'],
  ['shell: an interpreter', 'a.sh', 'f\n', '#!/bin/busybox sh\nf\n'],
  ['C: a comment that goes on', 'a.c', '// x\nf();\n', '// x \\\nf();\n'],
  [
    'a runner of tests: its environment',
    'test/a.test.js',
    'it(1);\n',
    '/** @jest-environment ./x.js */\nit(1);\n',
  ],
])('%s', async (_, path, one, other) => {
  expect(await sameWork(path, 'old();\n', one, other)).toBe(false);
});

test.each<[path: string, one: string, other: string]>([
  ['a.js', 'f();\n', 'f(); // x\r\n/* one\r\n two */\r\n'],
  ['a.py', 'def f():\n    return 1\n', 'def f():\n    """Answers."""\n    # one\n    return 1  # two\n'],
  ['a.py', 'f()\n', 'f()\nr"""Raw words."""\n'],
  ['a.go', 'package a\n\nfunc F() {}\n', 'package a\n\n// F does nothing.\nfunc F() { /* here */ }\n'],
  ['a.sh', 'f\n', 'f # one\n# two\n'],
  ['a.tsx', 'const a = <p>x</p>;\n', '// note\nconst a = <p>x</p>; // more\n'],
])('remarks are no work: %s %#', async (path, one, other) => {
  expect(await sameWork(path, 'old();\n', one, other)).toBe(true);
});

const BINARY: FileDiff = {
  path: 'a.bin',
  change: 'modified',
  kind: 'binary',
  oldMode: '100644',
  newMode: '100644',
  added: 0,
  deleted: 0,
  hunks: [],
};

/** The digest of a patch of files that are no code, in a tree that may not be read. */
async function digestOf(diff: readonly FileDiff[], ids: Readonly<Record<string, string>>): Promise<string> {
  const unread = (): Promise<never> => Promise.reject(new Error('read'));
  const tree: TreeReader = {
    oid: JSON.stringify(ids),
    entries: unread,
    id: async (path) => ids[path] ?? null,
    read: unread,
  };
  const fingerprint = openFingerprint();
  for (const one of diff) await fingerprint.add(one, null, null, tree);
  return fingerprint.digest();
}

test('what is no code is compared by its object id, without being read', async () => {
  const [one, same, other] = await Promise.all([
    digestOf([BINARY], { 'a.bin': 'x', rest: '1' }),
    digestOf([BINARY], { 'a.bin': 'x', rest: '2' }),
    digestOf([BINARY], { 'a.bin': 'y', rest: '1' }),
  ]);
  expect([one === same, one === other]).toEqual([true, false]);
});

test('a file that both take away is the same work', async () => {
  const gone: FileDiff = { ...BINARY, change: 'deleted', newMode: null };
  expect(await digestOf([gone], { rest: '1' })).toBe(await digestOf([gone], { rest: '2' }));
});
