import { expect, test } from 'vitest';
import { readerTree } from '../../../sandbox/exec/reader-tree.js';
import type { TreeMode, TreeReader } from '../../../src/material.js';

/** A tree whose object ids are its contents. */
const reader = (oid: string, files: Record<string, [TreeMode, string]>): TreeReader => ({
  oid,
  entries: async () =>
    Object.entries(files).map(([path, [mode, text]]) => ({ path, mode, oid: text, size: text.length })),
  id: async (path) => files[path]?.[1] ?? null,
  read: async (path) => (files[path] ? Buffer.from(files[path][1]) : null),
});

const base = reader('base', {
  same: ['100644', 's'],
  edited: ['100644', 'old'],
  mode: ['100644', 'm'],
  gone: ['100644', 'g'],
  link: ['120000', 'same'],
  sub: ['160000', 'commit'],
  becomes: ['160000', 'commit'],
});
const candidate = reader('candidate', {
  same: ['100644', 's'],
  edited: ['100644', 'new'],
  mode: ['100755', 'm'],
  link: ['120000', 'same'],
  added: ['100644', 'a'],
  sub: ['160000', 'commit'],
  becomes: ['100644', 'file'],
});

test('the base is all its files, without submodules', async () => {
  const tree = readerTree(base, candidate);
  const paths: string[] = [];
  for await (const { path, mode, bytes } of tree.base()) paths.push(`${path} ${mode} ${Buffer.from(bytes)}`);
  expect(tree.baseId).toBe('base');
  expect(paths).toEqual([
    'same 100644 s',
    'edited 100644 old',
    'mode 100644 m',
    'gone 100644 g',
    'link 120000 same',
  ]);
});

test('the delta is what differs in contents or mode, and what is gone', async () => {
  const { files, removed } = await readerTree(base, candidate).delta();
  expect(files.map(({ path, mode, bytes }) => `${path} ${mode} ${Buffer.from(bytes)}`)).toEqual([
    'edited 100644 new',
    'mode 100755 m',
    'added 100644 a',
    'becomes 100644 file',
  ]);
  expect(removed).toEqual(['gone']);
});

test('the base as its own candidate has no delta', async () => {
  expect(await readerTree(base, base).delta()).toEqual({ files: [], removed: [] });
});

test('a store that lost an object is our fault, not an empty file', async () => {
  const hollow = { ...candidate, read: async () => null };
  await expect(readerTree(base, hollow).delta()).rejects.toMatchObject({ code: 'internal' });
});
