/** A candidate's copy as a tar stream, for boxes that cannot mount: the base archive without what changed, then the changes. */
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { foldersAbove } from '../../src/paths.js';
import { pack, padding, TAR_END } from './tar.js';
import { checkDelta, type TreeSource } from './tree.js';
import { untar } from './untar.js';

/** Lays a base out as one archive on disk. */
export async function makeBaseArchive(tree: TreeSource, path: string): Promise<void> {
  async function* packed(): AsyncGenerator<Buffer> {
    for await (const file of tree.base()) yield pack(file);
    yield TAR_END;
  }
  await pipeline(Readable.from(packed()), createWriteStream(path, { mode: 0o600 }));
}

export interface TarTree {
  /** No less than the tree takes in a tmpfs. */
  readonly bytes: number;
  readonly files: number;
  stream(): AsyncGenerator<Buffer>;
}

/** Base and changes as one archive. */
export async function tarTree(basePath: string, tree: TreeSource): Promise<TarTree> {
  const delta = await tree.delta();
  checkDelta(delta);
  const { files, removed } = delta;
  const gone = new Set([...removed, ...files.map(({ path }) => path)]);
  // A folder of the candidate that stands where the base has a file.
  const folders = new Set(files.flatMap(({ path }) => foldersAbove(path)));
  const replaced = (path: string): boolean =>
    gone.has(path) || folders.has(path) || foldersAbove(path).some((above) => gone.has(above));
  const packed = files.map(pack);
  const size = (await stat(basePath)).size + packed.reduce((sum, { length }) => sum + length, 0);
  return {
    // A page per started page and file: twice the archive and some never falls short.
    bytes: 2 * size + 8 * 2 ** 20,
    files: Math.ceil(size / 512),
    async *stream() {
      for await (const member of untar(createReadStream(basePath))) {
        if (replaced(member.path)) continue;
        yield member.header;
        if (member.size > 0) yield Buffer.concat([await member.bytes(), Buffer.alloc(padding(member.size))]);
      }
      yield* packed;
      yield TAR_END;
    },
  };
}
