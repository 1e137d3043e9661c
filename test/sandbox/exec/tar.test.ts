import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pack, TAR_END } from '../../../sandbox/exec/tar.js';
import type { TreeFile } from '../../../sandbox/exec/tree.js';
import { untar } from '../../../sandbox/exec/untar.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tar-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const file = (path: string, text: string, mode: TreeFile['mode'] = '100644'): TreeFile => ({
  path,
  mode,
  bytes: Buffer.from(text),
});
const FILES = [
  file('a.txt', 'a'),
  file('empty', ''),
  file('block', 'x'.repeat(512)),
  file('d/run.sh', '#!/bin/sh\n', '100755'),
  file('d/ä b\nc', 'odd name'),
  file('link', 'd/run.sh', '120000'),
  file(`${'l'.repeat(90)}/${'m'.repeat(120)}`, 'long name'),
  file('long-link', `/${'t'.repeat(300)}`, '120000'),
];

async function* chunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Buffer, size = 1000) {
  const members = [];
  for await (const { path, type, mode, link, bytes: contents, size: length } of untar(chunks(bytes, size))) {
    members.push({
      path,
      type,
      mode: mode & 0o777,
      link,
      text: length > 0 ? (await contents()).toString() : '',
    });
  }
  return members;
}

const archive = (files: readonly TreeFile[]): Buffer => Buffer.concat([...files.map(pack), TAR_END]);

test('GNU tar unpacks what was packed', () => {
  writeFileSync(join(folder, 't.tar'), archive(FILES));
  execFileSync('tar', ['-xf', 't.tar'], { cwd: folder });
  for (const { path, mode, bytes } of FILES) {
    const full = join(folder, path);
    if (mode === '120000') expect(readlinkSync(full)).toBe(bytes.toString());
    else {
      expect(readFileSync(full, 'utf8')).toBe(Buffer.from(bytes).toString());
      expect((statSync(full).mode & 0o111) !== 0).toBe(mode === '100755');
    }
  }
});

test.each([1, 100, 511, 512, 513, 100_000])(
  'what was packed is read again, %i bytes at a time',
  async (size) => {
    const members = await read(archive(FILES), size);
    expect(members.map(({ path }) => path)).toEqual(FILES.map(({ path }) => path));
    expect(members.map(({ text, link }) => text || link)).toEqual(
      FILES.map(({ bytes }) => Buffer.from(bytes).toString()),
    );
  },
);

test.each(['gnu', 'pax', 'ustar'])('an archive that GNU tar wrote in %s form is read', async (format) => {
  const long = `${'deep/'.repeat(17)}${'n'.repeat(60)}`;
  mkdirSync(join(folder, 'in', long, '..'), { recursive: true });
  writeFileSync(join(folder, 'in', long), 'deep');
  writeFileSync(join(folder, 'in', 'x'), 'x', { mode: 0o755 });
  symlinkSync('x', join(folder, 'in', 'l'));
  execFileSync('ln', ['x', 'hard'], { cwd: join(folder, 'in') });
  const bytes = execFileSync('tar', ['-cf', '-', `--format=${format}`, '--sort=name', '-C', 'in', '.'], {
    cwd: folder,
  });
  const members = (await read(bytes)).filter(({ type }) => type !== 'folder');
  expect(members).toEqual([
    { path: `./${long}`, type: 'file', mode: 0o644, link: '', text: 'deep' },
    { path: './hard', type: 'file', mode: 0o755, link: '', text: 'x' },
    { path: './l', type: 'symlink', mode: 0o777, link: 'x', text: '' },
    { path: './x', type: 'hardlink', mode: 0o755, link: './hard', text: '' },
  ]);
});

describe('a broken archive is an input fault', () => {
  test.each([
    { title: 'cut in a header', bytes: archive(FILES).subarray(0, 700) },
    { title: 'cut in contents', bytes: archive([file('a', 'x'.repeat(5000))]).subarray(0, 1500) },
    { title: 'without an end', bytes: pack(file('a', 'x')) },
    { title: 'no archive at all', bytes: Buffer.alloc(2048, 'x') },
    { title: 'a size that is no number', bytes: spoil(archive(FILES), 124, 'zzzzzzzzzzz') },
    { title: 'a size beyond all bounds', bytes: spoil(archive(FILES), 124, Buffer.alloc(12, 0xff)) },
    {
      title: 'a name record of gigabytes',
      bytes: spoil(spoil(archive(FILES), 156, 'x'), 124, '77777777777'),
    },
  ])('$title', async ({ bytes }) => {
    await expect(read(bytes)).rejects.toMatchObject({ name: 'Fault', code: 'input' });
  });

  function spoil(bytes: Buffer, at: number, what: string | Buffer): Buffer {
    const copy = Buffer.from(bytes);
    Buffer.from(what).copy(copy, at);
    return copy;
  }
});

test.each(['../a', '/a', 'a/../../b', 'a//b', '', 'a/./b', 'a\0b'])('the path %j is not packed', (path) => {
  expect(() => pack(file(path, ''))).toThrow(expect.objectContaining({ code: 'input' }));
});
