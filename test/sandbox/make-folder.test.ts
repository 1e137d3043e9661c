import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../sandbox/make-folder.js';

test('parents are made, and a folder that is there is fine', async () => {
  const root = await mkdtemp(join(tmpdir(), 'gagar-test-'));
  await Promise.all([makeFolder(join(root, 'a', 'b', 'c')), makeFolder(join(root, 'a', 'b', 'd'))]);
  await makeFolder(join(root, 'a', 'b', 'c'));
  expect((await stat(join(root, 'a', 'b', 'c'))).isDirectory()).toBe(true);
  await writeFile(join(root, 'file'), '');
  await expect(makeFolder(join(root, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(root, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  await rm(root, { recursive: true });
});

test('many at once below one parent that is missing all succeed', async () => {
  const root = await mkdtemp(join(tmpdir(), 'gagar-test-'));
  for (let round = 0; round < 50; round++) {
    const names = Array.from({ length: 8 }, (_, at) => join(root, `${round}`, 'x', `${at}`));
    await expect(Promise.all(names.map((name) => makeFolder(name)))).resolves.toHaveLength(8);
  }
  await rm(root, { recursive: true });
});

test('a file system that takes no folders is an error, not an endless loop', async () => {
  await expect(makeFolder('/proc/gagar/runs')).rejects.toMatchObject({ code: 'ENOENT' });
});
