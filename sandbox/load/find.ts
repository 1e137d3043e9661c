/** Says what lies at a path: one group, a JSONL batch, or a folder of groups. */
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Fault } from '../../src/fault.js';
import { type OpenedFile, openFile, openInside, whyNot } from './open.js';

/** A file with one group, or one group a line; `file` is the path as a person would write it. */
export interface GroupFile {
  readonly kind: 'one' | 'lines';
  readonly file: string;
  /** The opened file, and the absolute folder that its Refs may not leave. */
  open(): Promise<{ opened: OpenedFile; folder: string }>;
}

const LINES = /\.(jsonl|ndjson)(\.gz)?$/;
const RECORD = /\.json(\.gz)?$/;
const NAMES = ['group.json', 'group.json.gz'];

/** @throws Fault input where nothing lies there, or nothing that could be a group */
export async function findGroup(path: string): Promise<GroupFile | { readonly kind: 'folder' }> {
  const stats = await stat(path).catch((cause) => {
    const way = 'give a folder with group.json, a .json file, a .jsonl batch or a folder of groups';
    throw new Fault('input', `${whyNot(cause)}; ${way}`, { file: path }, { cause });
  });
  if (stats.isDirectory()) return (await inFolder(path)) ?? { kind: 'folder' };
  return ofFile(path);
}

/** The groups in a folder, by name: sub-folders with a group.json, .json and .jsonl files. Not deeper. */
export async function* groupsIn(folder: string): AsyncGenerator<GroupFile, void> {
  const entries = await entriesOf(folder);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (await isFolder(entry, path)) {
      const group = await inFolder(path);
      if (group) yield group;
    } else if (LINES.test(entry.name) || RECORD.test(entry.name)) yield ofFile(path);
  }
}

const entriesOf = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch((cause) => {
    throw new Fault('input', whyNot(cause), { file: folder }, { cause });
  });

async function isFolder(entry: Dirent, path: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

async function inFolder(folder: string): Promise<GroupFile | null> {
  const names = (await entriesOf(folder)).map(({ name }) => name).filter((name) => NAMES.includes(name));
  const [name, other] = names;
  if (name === undefined) return null;
  const open = async () => {
    if (other) throw new Fault('input', `holds both ${name} and ${other}: remove one`, { file: folder });
    return { opened: await openInside(folder, name), folder: await realpath(folder) };
  };
  return { kind: 'one', file: join(folder, name), open };
}

const ofFile = (file: string): GroupFile => ({
  kind: LINES.test(file) ? 'lines' : 'one',
  file,
  open: async () => {
    const opened = await openFile(file);
    return { opened, folder: dirname(opened.path) };
  },
});
