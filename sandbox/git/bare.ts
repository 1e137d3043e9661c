/** Makes a bare git directory of our own: written by hand, so no template, hook or setting of the host gets in. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export type ObjectFormat = 'sha1' | 'sha256';

export const formatOf = (oid: string): ObjectFormat => (oid.length === 64 ? 'sha256' : 'sha1');

/** No attribute of a tree may hide or rewrite a file: `info/attributes` stands above every `.gitattributes`. */
const ATTRIBUTES =
  '* -export-ignore -export-subst -text -eol -ident -filter -working-tree-encoding !diff !whitespace\n';

export interface BareOptions {
  readonly format: ObjectFormat;
  /** Object folder to read through, e.g. that of the base store. */
  readonly alternate?: string;
}

export async function createGitDir(dir: string, { format, alternate }: BareOptions): Promise<void> {
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'info']) {
    await mkdir(join(dir, folder), { recursive: true, mode: 0o700 });
  }
  const version = format === 'sha256' ? 1 : 0;
  const extension = format === 'sha256' ? '[extensions]\n\tobjectFormat = sha256\n' : '';
  await writeFile(
    join(dir, 'config'),
    `[core]\n\trepositoryFormatVersion = ${version}\n\tbare = true\n${extension}`,
  );
  await writeFile(join(dir, 'HEAD'), 'ref: refs/heads/base\n');
  await writeFile(join(dir, 'info/attributes'), ATTRIBUTES);
  if (alternate !== undefined)
    await writeFile(join(dir, 'objects/info/alternates'), `${quotePath(alternate)}\n`);
}

/**
 * Puts a path as git's lists of object folders ask for: whole, since git runs elsewhere and passes over a folder that it does
 * not find there without a word, and quoted where a colon, a newline or a `#` would end it.
 */
export function quotePath(named: string): string {
  const path = resolve(named);
  return /^[\w./-]+$/.test(path) ? path : `"${path.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n')}"`;
}
