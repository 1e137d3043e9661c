/** Turns a tar of base files into a commit of our own by `git fast-import`: nothing of it is ever unpacked on disk. */
import { once } from 'node:events';
import { Parser, type ReadEntry } from 'tar';
import { Fault } from '../../src/fault.js';
import type { LiveProcess } from '../process.js';
import type { Git } from './git.js';

export interface ArchiveImport {
  readonly git: Git;
  readonly gitDir: string;
  /** A tar, plain or compressed with gzip. */
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal | undefined;
  /** Cap of all file contents together; default 4 GiB. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 4 * 2 ** 30;
const MAX_ENTRIES = 1_000_000;
const FILES = ['File', 'OldFile', 'ContiguousFile'];
const SILENT = ['Directory', 'GNUDumpDir'];

interface Draft {
  readonly importer: LiveProcess;
  readonly files: Map<string, { mode: string; mark: number }>;
  readonly maxBytes: number;
  bytes: number;
  marks: number;
}

const refuse = (why: string) => new Fault('input', `task.tree: ${why}`, { field: 'task.tree' });

/** Leaves the files behind `refs/heads/base`. An unsafe or damaged archive is an `input` fault. */
export async function importArchive(call: ArchiveImport): Promise<void> {
  const { git, gitDir, bytes, signal, maxBytes = MAX_BYTES } = call;
  const importer = git.start(['fast-import', '--quiet', '--done', '--depth=0'], { gitDir });
  importer.stdin.on('error', () => {});
  const stop = () => importer.kill();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const draft: Draft = { importer, files: new Map(), maxBytes, bytes: 0, marks: 0 };
    await forEachEntry(bytes, (entry) => takeEntry(draft, entry), signal);
    await send(importer, commitOf(draft.files));
    importer.stdin.end();
    await importer.ended;
    await git.read(['rev-parse', '--verify', '--quiet', 'refs/heads/base'], { gitDir, signal });
  } finally {
    signal?.removeEventListener('abort', stop);
    importer.kill();
    await importer.ended;
  }
}

async function forEachEntry(
  bytes: AsyncIterable<Uint8Array>,
  take: (entry: ReadEntry) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  let taken = Promise.resolve();
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      taken = taken.then(() => take(entry));
      taken.catch((error: unknown) => parser.abort(error as Error));
    },
  });
  const ended = new Promise<void>((resolve, reject) => {
    parser.on('end', resolve);
    parser.on('error', (error: Error) => reject(error instanceof Fault ? error : refuse(error.message)));
  });
  ended.catch(() => {});
  for await (const chunk of bytes) {
    if (signal?.aborted === true) throw new Fault('cancelled', 'reading task.tree was stopped');
    const isFull = !parser.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    if (isFull) await Promise.race([new Promise((resolve) => parser.once('drain', resolve)), ended]);
  }
  parser.end();
  await ended;
  await taken;
}

async function takeEntry(draft: Draft, entry: ReadEntry): Promise<void> {
  const path = pathOf(entry.path);
  if (path === null || SILENT.includes(entry.type)) return void entry.resume();
  if (draft.files.size >= MAX_ENTRIES) throw refuse(`more than ${MAX_ENTRIES} entries`);
  if (FILES.includes(entry.type)) {
    const mode = ((entry.mode ?? 0) & 0o100) === 0 ? '100644' : '100755';
    draft.files.set(path, { mode, mark: await sendBlob(draft, entry.size, entry) });
  } else if (entry.type === 'SymbolicLink') {
    const target = Buffer.from(entry.linkpath ?? '');
    draft.files.set(path, { mode: '120000', mark: await sendBlob(draft, target.length, [target]) });
    entry.resume();
  } else if (entry.type === 'Link') {
    const target = draft.files.get(pathOf(entry.linkpath ?? '') ?? '');
    if (target === undefined) throw refuse(`${show(entry.path)} links to a file that is not before it`);
    draft.files.set(path, target);
    entry.resume();
  } else throw refuse(`${show(entry.path)} is a ${entry.type}, not a file, folder or link`);
}

const show = (path: string) => JSON.stringify(path.slice(0, 200));

/** The path inside the tree; null for the root itself and for everything of a `.git`, which no base may bring along. */
function pathOf(raw: string): string | null {
  if (raw.startsWith('/')) throw refuse(`${show(raw)} is an absolute path`);
  if (raw.includes('\uFFFD')) throw refuse(`the name ${show(raw)} is not UTF-8`);
  const parts = raw.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw refuse(`${show(raw)} leaves the archive`);
  return parts.length === 0 || parts.some((part) => part.toLowerCase() === '.git') ? null : parts.join('/');
}

async function sendBlob(
  draft: Draft,
  size: number,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<number> {
  draft.bytes += size;
  if (draft.bytes > draft.maxBytes) throw refuse(`its files hold more than ${draft.maxBytes} bytes`);
  draft.marks += 1;
  await send(draft.importer, `blob\nmark :${draft.marks}\ndata ${size}\n`);
  for await (const chunk of chunks) await send(draft.importer, chunk);
  await send(draft.importer, '\n');
  return draft.marks;
}

/** One commit without a parent, of no one and at no time, so equal files give equal ids. */
function commitOf(files: ReadonlyMap<string, { mode: string; mark: number }>): string {
  const lines = [...files].map(([path, { mode, mark }]) => {
    for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
      const above = path.slice(0, slash);
      if (files.has(above)) throw refuse(`${show(path)} lies below ${show(above)}, which is no folder`);
    }
    return `M ${mode} :${mark} "${path.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n')}"\n`;
  });
  return `commit refs/heads/base\ncommitter base <base@invalid> 0 +0000\ndata 0\n${lines.join('')}done\n`;
}

async function send({ stdin, ended }: LiveProcess, chunk: Uint8Array | string): Promise<void> {
  if (!stdin.writable)
    throw new Fault('environment', 'git fast-import ended before the whole archive was read');
  if (!stdin.write(chunk)) await Promise.race([once(stdin, 'drain'), ended]);
}
