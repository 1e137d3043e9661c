/** Finds the files of a run: a folder is walked without following links, a file stands alone. */
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Fault } from '../../src/fault.js';
import type { Run } from '../../src/import/source.js';
import { type ByteSource, bytesOf, fileBytes } from '../bytes.js';
import { contentOf, isCompressed, readAll } from '../load/content.js';
import { openFile, whyNot } from '../load/open.js';
import { type OpenedFile, type Problem, sourceFile } from './file.js';

const MAX_FILES = 500_000;
const MAX_DEPTH = 24;
/** Reports, patches and most logs: of tens of thousands it counts how often each is opened. */
const HELD = 64 * 1024;
/** Never part of a run's results, and often larger than all of them. */
const SKIPPED = new Set(['.git', 'node_modules', '__pycache__', '.venv', '.tox']);

export interface FoundRun extends Run {
  readonly files: readonly OpenedFile[];
  /** The folder that `files` are named from. */
  readonly folder: string;
}

export interface WalkOptions {
  readonly maxFiles?: number;
  /** A folder that is left out: what is written is not read again. */
  readonly except?: string;
}

/** @throws Fault input where the path is missing, may not be read, is a pipe or device, or holds too many files */
export async function findRun(
  path: string,
  label: string,
  problem: Problem,
  { maxFiles = MAX_FILES, except }: WalkOptions = {},
): Promise<FoundRun> {
  const stats = await stat(path).catch((cause) => {
    throw new Fault('input', whyNot(cause), { file: path }, { cause });
  });
  if (!stats.isDirectory() && !stats.isFile())
    throw new Fault('input', 'is neither a folder nor a regular file', { file: path });
  if (stats.isFile()) {
    return { label, folder: dirname(path), files: [fileAt(path, basename(path), problem)] };
  }
  const root = await realpath(path);
  const left = except === undefined ? null : await realpath(except).catch(() => null);
  const found: OpenedFile[] = [];
  const walk = async (folder: string, prefix: string, depth: number): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch((cause) => {
      if (prefix === '') throw new Fault('input', whyNot(cause), { file: path }, { cause });
      problem(prefix, `${whyNot(cause)}; what lies in it is left out`);
      return [];
    });
    for (const entry of entries.sort(byName)) {
      if (entry.name.includes('\ufffd')) {
        problem(prefix + entry.name, 'has a name that is not UTF-8, and is left out; rename it');
      } else if (entry.isSymbolicLink()) {
        problem(
          prefix + entry.name,
          'is a link, and links are not followed; copy the file if it belongs to the run',
        );
      } else if (entry.isDirectory()) {
        const inside = join(folder, entry.name);
        const skipped = depth >= MAX_DEPTH || SKIPPED.has(entry.name) || inside === left;
        if (!skipped) await walk(inside, `${prefix}${entry.name}/`, depth + 1);
      } else if (entry.isFile()) {
        found.push(fileAt(join(folder, entry.name), prefix + entry.name, problem));
        if (found.length > maxFiles)
          throw new Fault('input', `holds more than ${maxFiles} files; name the folders of the runs`, {
            file: path,
          });
      } else problem(prefix + entry.name, 'is a pipe, socket or device, and is left out');
    }
  };
  await walk(root, '', 0);
  return { label, folder: root, files: found };
}

/** `run2` before `run10`. */
const ORDER = new Intl.Collator('en', { numeric: true });
const byName = (a: Dirent, b: Dirent): number => ORDER.compare(a.name, b.name) || (a.name < b.name ? -1 : 1);

/** A file that lies on disk as itself, or packed. */
export function fileAt(path: string, shown: string, problem: Problem): OpenedFile {
  const gz = isCompressed(path);
  const name = gz ? shown.slice(0, -'.gz'.length) : shown;
  const open = (): Promise<ByteSource> => (gz ? unpacked(path, name) : fileBytes(path, name, HELD));
  const raw = {
    gz,
    async *chunks() {
      await using source = await fileBytes(path, name, HELD);
      yield* source.chunks();
    },
  };
  const head = async (bytes: number): Promise<Buffer> => headOf(contentOf(await openFile(path), path), bytes);
  return sourceFile(name, open, { raw, problem, ...(gz && { head }) });
}

async function headOf(chunks: AsyncIterable<Buffer>, bytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let have = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    have += chunk.length;
    if (have >= bytes) break;
  }
  return Buffer.concat(parts).subarray(0, bytes);
}

async function unpacked(path: string, name: string): Promise<ByteSource> {
  const opened = await openFile(path);
  const stream = (): AsyncIterable<Buffer> => contentOf(opened, path);
  return await bytesOf({ path, compressed: true, stream, bytes: () => readAll(stream()) }, name);
}
