/** Trees for tests from plain objects; a value is a file's text, an executable or a link. */
import { createHash } from 'node:crypto';
import type { TreeFile, TreeSource } from '../../sandbox/exec/tree.js';

type Content = string | Uint8Array | { run: string } | { link: string };
export type Files = Readonly<Record<string, Content>>;

const toFile = ([path, content]: [string, Content]): TreeFile => {
  if (typeof content === 'string' || content instanceof Uint8Array)
    return { path, mode: '100644', bytes: Buffer.from(content as string) };
  if ('run' in content) return { path, mode: '100755', bytes: Buffer.from(content.run) };
  return { path, mode: '120000', bytes: Buffer.from(content.link) };
};

const toFiles = (files: Files): TreeFile[] => Object.entries(files).map(toFile);

/** A tree of `base` with `changed` files written over it and `removed` ones taken away. */
export const treeOf = (base: Files, changed: Files = {}, removed: readonly string[] = []): TreeSource => ({
  baseId: createHash('sha256').update(JSON.stringify(base)).digest('hex'),
  async *base() {
    yield* toFiles(base);
  },
  delta: async () => ({ files: toFiles(changed), removed }),
});
