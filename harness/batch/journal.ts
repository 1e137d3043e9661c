/** results.jsonl of a run: appended and flushed line by line, healed after a crash, one line per group in the end. */
import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Line, linesOf } from '../../sandbox/load/lines.js';
import { Fault } from '../../src/fault.js';
import { type BatchRecord, isFailure, slotOf } from '../../src/records/batch.js';
import { RESULTS_FILE } from '../file-names.js';
import { openRegular } from '../regular-file.js';

/** What is known of the last line of a slot. */
export interface Standing {
  /** Of the input it answers. */
  readonly digest: string;
  /** A failure or a fallback: what `--retry-failed` takes up again. */
  readonly failed: boolean;
  /** There is no result at all. */
  readonly failure: boolean;
  readonly line: number;
}

export interface Journal extends AsyncDisposable {
  readonly file: string;
  standing(slot: string): Standing | undefined;
  /** Resolves when the line is on the disk. @throws Fault environment that names the file; nothing half-written stays */
  append(record: BatchRecord): Promise<void>;
  /** Forgets a slot, whose lines then leave with `compact`. */
  retire(slot: string): void;
  /** Leaves one line per slot, the last one, through a neighbour and a rename. */
  compact(): Promise<void>;
}

/** Far above any result: its size follows the findings, not the material. */
const MAX_LINE_BYTES = 256 * 1024 ** 2;
const CHUNK = 1024 * 1024;
const PARTIAL = '.partial';

export async function openJournal(folder: string): Promise<Journal> {
  const file = join(folder, RESULTS_FILE);
  await rm(file + PARTIAL, { force: true });
  let handle = await opening(file);
  const slots = new Map<string, Standing>();
  let { size, lines } = await closedOnFault(handle, index(handle, file, slots));
  let tail: Promise<unknown> = Promise.resolve();

  const write = async (record: BatchRecord, bytes: Buffer): Promise<void> => {
    try {
      await writeAt(handle, bytes, size);
      await handle.datasync();
    } catch (cause) {
      await handle.truncate(size).catch(() => undefined);
      throw refused(file, cause);
    }
    size += bytes.length;
    lines += 1;
    slots.set(slotOf(record), standingOf(record, lines));
  };

  const compact = async (): Promise<void> => {
    if (lines === slots.size) return;
    const kept = new Set([...slots.values()].map(({ line }) => line));
    const partial = file + PARTIAL;
    try {
      await using target = await open(partial, 'w');
      let at = 0;
      for await (const { number, bytes } of linesIn(handle)) {
        if (!kept.has(number) || bytes === null) continue;
        await writeAt(target, Buffer.concat([bytes, NEWLINE]), at);
        at += bytes.length + 1;
      }
      await target.datasync();
      await rename(partial, file);
    } catch (cause) {
      await rm(partial, { force: true });
      throw refused(file, cause);
    }
    await handle.close();
    handle = await opening(file);
    slots.clear();
    ({ size, lines } = await closedOnFault(handle, index(handle, file, slots)));
  };

  return {
    file,
    standing: (slot) => slots.get(slot),
    append: (record) => {
      const bytes = Buffer.from(`${recordText(record)}\n`);
      const done = tail.then(() => write(record, bytes));
      tail = done.catch(() => undefined);
      return done;
    },
    retire: (slot) => slots.delete(slot),
    compact: () => tail.then(compact),
    [Symbol.asyncDispose]: async () => {
      await tail;
      await handle.close();
    },
  };
}

const NEWLINE = Buffer.from('\n');

/** JSON of a record. @throws Fault internal where a number is not finite: it would arrive as null, and count as 0. */
export function recordText(record: BatchRecord): string {
  return JSON.stringify(record, (key, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new Fault('internal', `is ${value}; expected a finite number`, { field: key });
    return value;
  });
}

const standingOf = (record: BatchRecord, line: number): Standing => ({
  digest: record.source?.digest ?? '',
  failed: isFailure(record) || record.status === 'fallback',
  failure: isFailure(record),
  line,
});

async function opening(file: string): Promise<FileHandle> {
  try {
    const handle = await openRegular(file, constants.O_RDWR).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return open(file, 'wx+');
      throw error;
    });
    if (handle !== null) return handle;
  } catch (cause) {
    throw refused(file, cause);
  }
  throw new Fault('usage', 'is not a regular file; name another run folder with -o', { file });
}

/** The handle is the caller's only where its lines can be used. */
async function closedOnFault<T>(handle: FileHandle, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads what is there; a last line without its end was being written when the process died, and is cut off. */
async function index(
  handle: FileHandle,
  file: string,
  slots: Map<string, Standing>,
): Promise<{ size: number; lines: number }> {
  let size = 0;
  let lines = 0;
  for await (const line of linesIn(handle)) {
    if (!line.ended) {
      await handle.truncate(size);
      break;
    }
    const record = readRecord(line, file);
    size += (line.bytes?.length ?? 0) + 1;
    lines = line.number;
    slots.set(slotOf(record), standingOf(record, lines));
  }
  return { size, lines };
}

export function readRecord({ bytes, number }: Line, file: string): BatchRecord {
  try {
    const record = JSON.parse(String(bytes)) as BatchRecord;
    if (typeof record === 'object' && record !== null && ('error' in record || 'status' in record))
      return record;
  } catch {
    // Told below, with the place.
  }
  throw new Fault('input', 'is no result; remove this line, its group is then graded again', {
    file,
    line: number,
  });
}

export async function* linesIn(handle: FileHandle): AsyncGenerator<Line, void> {
  yield* linesOf(chunksOf(handle), MAX_LINE_BYTES);
}

/** By position, so the handle can write at the same time and needs no stream of its own. */
async function* chunksOf(handle: FileHandle): AsyncGenerator<Buffer, void> {
  for (let at = 0; ; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function writeAt(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

function refused(file: string, cause: unknown): Fault {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new Fault(
    'environment',
    `cannot be written: ${why}; run the same command again when it can`,
    { file },
    { cause },
  );
}
