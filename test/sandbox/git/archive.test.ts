import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importArchive } from '../../../sandbox/git/archive.js';
import { createGitDir } from '../../../sandbox/git/bare.js';
import { commitAll, type Lab, openLab, sh } from './lab.js';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab[Symbol.asyncDispose]());
beforeEach(() => rm(lab.cacheDir, { recursive: true, force: true }));

interface Item {
  readonly name: string;
  readonly body?: string;
  readonly type?: string;
  readonly link?: string;
  readonly mode?: number;
  /** What the header claims, where that is not the size of the body. */
  readonly size?: number;
}

/** A tar as any tool could have written it, without any tool's care. */
function tar(items: readonly Item[], end = 1024): Buffer {
  const blocks = items.flatMap(
    ({ name, body = '', type = '0', link = '', mode = 0o644, size = Buffer.byteLength(body) }) => {
      const header = Buffer.alloc(512);
      const octal = (value: number, at: number, width: number) =>
        header.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at, 'latin1');
      header.write(name, 0, 100);
      octal(mode, 100, 8);
      octal(0, 108, 8);
      octal(0, 116, 8);
      octal(size, 124, 12);
      octal(0, 136, 12);
      header.write(`        ${type}`, 148, 'latin1');
      header.write(link, 157, 100);
      header.write('ustar\x0000', 257, 'latin1');
      octal(
        header.reduce((sum, byte) => sum + byte, 0),
        148,
        7,
      );
      return [
        header,
        Buffer.concat([Buffer.from(body), Buffer.alloc((512 - (Buffer.byteLength(body) % 512)) % 512)]),
      ];
    },
  );
  return Buffer.concat([...blocks, Buffer.alloc(end)]);
}

async function* inPieces(bytes: Uint8Array, size = 700): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const acquire = (bytes: Uint8Array, sha256 = createHash('sha256').update(bytes).digest('hex')) =>
  lab.acquire({ kind: 'archive', sha256, open: () => inPieces(bytes) });

async function filesOf(bytes: Uint8Array): Promise<string[]> {
  const { gitDir, facts } = await acquire(bytes);
  return sh(['git', `--git-dir=${gitDir}`, 'ls-tree', '-r', facts.tree], '/')
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.replace(/ blob [0-9a-f]+\t/, ' '));
}

test('a tar is a base without a commit or a history, and reads back byte for byte', async () => {
  const body = '\x00\x01 caf\u00E9\r\n'.repeat(500);
  const store = await acquire(tar([{ name: 'a/b.bin', body }]));
  expect(store.facts).toMatchObject({ commit: null, history: false });
  expect(await store.ancestors()).toBeNull();
  const read = sh(
    ['git', `--git-dir=${store.gitDir}`, 'cat-file', 'blob', `${store.facts.tree}:a/b.bin`],
    '/',
  );
  expect(read.toString('latin1').length).toBe(Buffer.byteLength(body));
  expect(read.toString()).toBe(body);
});

test.each([
  {
    title: 'modes',
    items: [
      { name: 'run', mode: 0o755 },
      { name: 'see', mode: 0o600 },
    ],
    want: ['100755 run', '100644 see'],
  },
  {
    title: 'a link, kept as its target',
    items: [{ name: 'l', type: '2', link: '/etc/passwd' }],
    want: ['120000 l'],
  },
  {
    title: 'a hard link to an earlier file',
    items: [
      { name: 'a', body: 'x', mode: 0o755 },
      { name: 'b', type: '1', link: './a' },
    ],
    want: ['100755 a', '100755 b'],
  },
  {
    title: 'a leading ./ and doubled slashes',
    items: [{ name: './', type: '5' }, { name: './x//y' }],
    want: ['100644 x/y'],
  },
  {
    title: 'a file named twice: the later one',
    items: [
      { name: 'a', mode: 0o755 },
      { name: 'a', mode: 0o644 },
    ],
    want: ['100644 a'],
  },
  {
    title: 'a .git, which is left out at any depth',
    items: [{ name: '.git/config', body: '[core]' }, { name: 'sub/.GIT/hooks/x' }, { name: '.gitignore' }],
    want: ['100644 .gitignore'],
  },
  {
    title: 'names that need quotes',
    items: [{ name: 'a "b"\\c' }, { name: 'n\nm' }],
    want: ['100644 "a \\"b\\"\\\\c"', '100644 "n\\nm"'],
  },
])('$title', async ({ items, want }) => {
  expect(await filesOf(tar(items))).toEqual(want);
});

test.each([
  { title: 'an absolute path', items: [{ name: '/etc/x' }], says: /is an absolute path/ },
  { title: 'a path that leaves', items: [{ name: 'a/../../x' }], says: /leaves the archive/ },
  {
    title: 'a hard link that leaves',
    items: [{ name: 'x', type: '1', link: '../../etc/passwd' }],
    says: /leaves the archive/,
  },
  {
    title: 'a hard link to what is not there',
    items: [{ name: 'x', type: '1', link: 'etc' }],
    says: /not before it/,
  },
  { title: 'a device', items: [{ name: 'null', type: '3' }], says: /is a CharacterDevice/ },
  { title: 'a FIFO', items: [{ name: 'pipe', type: '6' }], says: /is a FIFO/ },
  {
    title: 'a file below a link',
    items: [{ name: 'd', type: '2', link: '/tmp' }, { name: 'd/x' }],
    says: /lies below "d"/,
  },
  { title: 'a file below a file', items: [{ name: 'd/x' }, { name: 'd' }], says: /"d\/x" lies below "d"/ },
  {
    title: 'a size of 8 GB',
    items: [{ name: 'x', size: 2 ** 33 - 1 }],
    says: /hold more than 4294967296 bytes/,
  },
  {
    title: 'a body that is cut off',
    items: [{ name: 'x', body: 'abc', size: 100_000 }],
    says: /task\.tree: /,
  },
  { title: 'a name in Latin-1', items: [{ name: 'caf' }], latin1: true, says: /is not UTF-8/ },
])('$title is refused', async ({ items, says, latin1 }) => {
  const bytes = tar(items);
  if (latin1 === true) {
    bytes[3] = 0xe9;
    // The checksum has to follow, or the header would be refused for that.
    bytes.write(
      (Number.parseInt(bytes.toString('latin1', 148, 154), 8) + 0xe9).toString(8).padStart(6, '0'),
      148,
      'latin1',
    );
  }
  const acquired = acquire(bytes);
  await expect(acquired).rejects.toMatchObject({
    code: 'input',
    message: expect.stringMatching(says),
    place: { field: 'task.tree' },
  });
  expect(readdirSync(join(lab.cacheDir, 'bases'))).toEqual([]);
});

test.each([
  { title: 'random bytes', bytes: Buffer.alloc(5000, 'no tar') },
  { title: 'no bytes', bytes: Buffer.alloc(0) },
  { title: 'a torn gzip', bytes: gzipSync(tar([{ name: 'x', body: 'abc' }])).subarray(0, 40) },
])('$title are no archive', async ({ bytes }) => {
  await expect(acquire(bytes)).rejects.toMatchObject({ code: 'input' });
});

test('gzip is read as it is, and a bomb is refused', async () => {
  const plain = tar([{ name: 'x', body: 'abc' }]);
  expect((await acquire(gzipSync(plain))).facts.tree).toBe((await acquire(plain)).facts.tree);
  const bomb = gzipSync(tar([{ name: 'x', body: '\0'.repeat(60 << 20) }]));
  await expect(acquire(bomb)).rejects.toMatchObject({ code: 'input' });
});

test('an archive that is another than the record says is refused', async () => {
  const bytes = tar([{ name: 'x' }]);
  await expect(acquire(bytes, 'a'.repeat(64))).rejects.toThrow(/its sha256 is [0-9a-f]{64}, not a{64}/);
});

test('what GNU tar writes is read: long names, links, pax headers', async () => {
  const dir = join(lab.dir, 'packed');
  const long = `${'deep/'.repeat(40)}file`;
  await mkdir(join(dir, 'deep/'.repeat(40)), { recursive: true });
  await writeFile(join(dir, long), 'x');
  await writeFile(join(dir, 'caf\u00E9'), 'y');
  await symlink(`../${'far/'.repeat(40)}away`, join(dir, 'link'));
  for (const format of ['gnu', 'pax', 'ustar']) {
    const bytes = sh(
      [
        'tar',
        '-c',
        `--format=${format}`,
        '-C',
        dir,
        '--sort=name',
        'caf\u00E9',
        'deep',
        ...(format === 'ustar' ? [] : ['link']),
      ],
      '/',
    );
    const files = await filesOf(bytes);
    expect(files).toContain(`100644 ${long}`);
    expect(files).toContain('100644 "caf\\303\\251"');
    if (format !== 'ustar') expect(files).toContain('120000 link');
  }
});

test('what `git archive` writes has the tree that it was made from', async () => {
  const dir = join(lab.dir, 'archived');
  sh(['git', 'init', '-q', dir], lab.dir);
  await mkdir(join(dir, 'bin'));
  await writeFile(join(dir, 'bin/run'), '#!/bin/sh\n', { mode: 0o755 });
  await writeFile(join(dir, 'caf\u00E9 "x"'), 'crlf\r\n');
  await symlink('bin/run', join(dir, 'link'));
  const commit = commitAll(dir);
  const { facts } = await acquire(sh(['git', 'archive', commit], dir));
  expect(facts.tree).toBe(
    sh(['git', 'rev-parse', `${commit}^{tree}`], dir)
      .toString()
      .trim(),
  );
});

test('a reader that gives up ends the import', async () => {
  const gitDir = join(lab.dir, 'given-up');
  await createGitDir(gitDir, { format: 'sha1' });
  const stop = new AbortController();
  async function* slow(): AsyncIterable<Uint8Array> {
    yield tar([{ name: 'x', body: 'abc' }], 0);
    stop.abort();
    yield tar([{ name: 'y' }]);
  }
  const importing = importArchive({ git: lab.git, gitDir, bytes: slow(), signal: stop.signal });
  await expect(importing).rejects.toMatchObject({ code: 'cancelled' });
  expect(existsSync(join(gitDir, 'refs/heads/base'))).toBe(false);
});

test('a refused archive is read no further, and its source is closed', async () => {
  const gitDir = join(lab.dir, 'refused');
  await createGitDir(gitDir, { format: 'sha1' });
  const seen = { pieces: 0, closed: false };
  async function* endless(): AsyncIterable<Uint8Array> {
    try {
      yield tar([{ name: '/etc/passwd', body: 'x'.repeat(100_000) }], 0);
      for (; ; seen.pieces++) yield tar([{ name: 'more', body: 'x'.repeat(100_000) }], 0);
    } finally {
      seen.closed = true;
    }
  }
  await expect(importArchive({ git: lab.git, gitDir, bytes: endless() })).rejects.toThrow(/absolute path/);
  expect(seen.closed).toBe(true);
  expect(seen.pieces).toBeLessThan(100);
});

test('the files of an archive together have a limit', async () => {
  const gitDir = join(lab.dir, 'too-much');
  await createGitDir(gitDir, { format: 'sha1' });
  const bytes = inPieces(
    tar([
      { name: 'a', body: 'x'.repeat(600) },
      { name: 'b', body: 'x'.repeat(600) },
    ]),
  );
  const importing = importArchive({ git: lab.git, gitDir, bytes, maxBytes: 1000 });
  await expect(importing).rejects.toThrow(/hold more than 1000 bytes/);
});
