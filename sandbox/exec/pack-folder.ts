/** A folder of ours as a tar stream, for boxes that cannot mount it. */
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pack, TAR_END } from './tar.js';
import type { TarTree } from './tar-tree.js';
import type { TreeFile } from './tree.js';

async function* filesOf(root: string, below = ''): AsyncGenerator<TreeFile> {
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    const path = below ? `${below}/${entry.name}` : entry.name;
    const full = join(root, path);
    if (entry.isDirectory()) yield* filesOf(root, path);
    else if (entry.isSymbolicLink()) {
      yield { path, mode: '120000', bytes: await readlink(full, { encoding: 'buffer' }) };
    } else if (entry.isFile()) {
      const executable = ((await stat(full)).mode & 0o100) !== 0;
      yield { path, mode: executable ? '100755' : '100644', bytes: await readFile(full) };
    }
  }
}

/** Packed now, in memory: meant for small folders such as test reporters. */
export async function packFolder(root: string): Promise<TarTree> {
  const packed: Buffer[] = [];
  for await (const file of filesOf(root)) packed.push(pack(file));
  const size = packed.reduce((sum, { length }) => sum + length, 0);
  return {
    bytes: 2 * size + 2 ** 20,
    files: 2 * packed.length,
    async *stream() {
      yield* packed;
      yield TAR_END;
    },
  };
}
