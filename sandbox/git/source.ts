/** Finds the object folder behind a local path by looking at files only: git never runs in a foreign repository. */
import { open, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export type LocalSource =
  | { readonly kind: 'objects'; readonly objects: string }
  | { readonly kind: 'bundle'; readonly file: string };

/** A work tree, a linked work tree, a submodule, a bare repository or a bundle; null for anything else. */
export async function findSource(path: string): Promise<LocalSource | null> {
  const kind = await kindOf(path);
  if (kind === 'file') return (await isBundle(path)) ? { kind: 'bundle', file: path } : null;
  if (kind === null) return null;
  const gitDir = (await gitDirOf(join(path, '.git'))) ?? path;
  const common = await firstLineOf(join(gitDir, 'commondir'));
  const objects = join(common === null ? gitDir : resolve(gitDir, common), 'objects');
  return (await kindOf(objects)) === 'folder' ? { kind: 'objects', objects } : null;
}

/** `.git` is a folder, or a file that names one (linked work trees, submodules). */
async function gitDirOf(path: string): Promise<string | null> {
  const kind = await kindOf(path);
  if (kind === 'folder') return path;
  const pointer = kind === 'file' ? await firstLineOf(path) : null;
  const target = /^gitdir: (.+)$/.exec(pointer ?? '')?.[1];
  return target === undefined ? null : resolve(path, '..', target);
}

async function kindOf(path: string): Promise<'file' | 'folder' | null> {
  const found = await stat(path).catch(() => null);
  if (found === null) return null;
  return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : null;
}

async function firstLineOf(path: string): Promise<string | null> {
  return (await kindOf(path)) === 'file' ? ((await headOf(path)).split('\n', 1)[0] ?? null) : null;
}

const isBundle = async (path: string) => /^# v[23] git bundle\n/.test(await headOf(path));

/** The first bytes of a file; the rest of it, however long, is not looked at. */
async function headOf(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
  return buffer.toString('utf8', 0, bytesRead);
}
