/** A file of a run, or a trial inside of one, behind the importers' port; opened for each look, never held open. */
import { Fault } from '../../src/fault.js';
import { saysFull } from '../../src/full.js';
import type { RawContent, SourceFile, Trials } from '../../src/import/source.js';
import { showBytes } from '../../src/text/clip.js';
import type { ByteSource } from '../bytes.js';
import { type Trial, trialsOf } from '../events/trials.js';
import { outlineOf } from '../outline.js';

const START = 64 * 1024;
/** For a table, a list of predictions or a report; trajectories and logs are never held. */
const MAX_TEXT = 128 * 1024 * 1024;

/** Opens the text of a file, unpacked; the caller disposes it. */
export type OpenBytes = () => Promise<ByteSource>;

/** What the sandbox layer itself may do with a file of the port. */
export interface OpenedFile extends SourceFile {
  readonly open: OpenBytes;
}

/** Told of a file that cannot be read, in words. */
export type Problem = (path: string, message: string) => void;

export interface FileOptions {
  /** Where a trial lies in its file. */
  readonly place?: string;
  /** The bytes as they lie on disk, where they are not those that `open` reads. */
  readonly raw?: RawContent;
  /** Reads the beginning alone, where `open` would unpack everything. */
  readonly head?: (bytes: number) => Promise<Buffer>;
  readonly problem: Problem;
}

export function sourceFile(
  path: string,
  open: OpenBytes,
  { place = '', raw, head, problem }: FileOptions,
): OpenedFile {
  const shown = place === '' ? path : `${path}:${place}`;
  /** What cannot be read is empty, and said: one bad file never stops the others. */
  const trying = async <T>(empty: T, read: () => Promise<T>): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      problem(shown, reasonOf(error));
      return empty;
    }
  };
  const use = <T>(empty: T, read: (source: ByteSource) => Promise<T>): Promise<T> =>
    trying(empty, async () => {
      await using source = await open();
      return await read(source);
    });
  return {
    path,
    place,
    open,
    start: () =>
      head === undefined
        ? use('', async (source) => (await source.read(0, START)).toString('utf8'))
        : trying('', async () => (await head(START)).toString('utf8')),
    end: (bytes) =>
      use('', async (source) =>
        (await source.read(Math.max(0, source.size - bytes), bytes)).toString('utf8'),
      ),
    text: () =>
      use('', async (source) => {
        if (source.size <= MAX_TEXT) return (await source.read(0, source.size)).toString('utf8');
        throw new Fault('input', `has ${showBytes(source.size)}, too much to be read at once`, {
          file: shown,
        });
      }),
    outline: () => use(null, outlineOf),
    split: (trials) => split(path, open, trials, problem),
    raw: raw ?? {
      gz: false,
      async *chunks() {
        await using source = await open();
        yield* source.chunks();
      },
    },
  };
}

/** The file is open as long as its trials are gone through: what is packed is not unpacked for each of them. */
async function* split(
  path: string,
  open: OpenBytes,
  trials: Trials,
  problem: Problem,
): AsyncGenerator<SourceFile> {
  let shared: ByteSource | null = null;
  try {
    let found: readonly Trial[] = [];
    try {
      shared = await open();
      found = await trialsOf(shared, { trials });
    } catch (error) {
      problem(path, reasonOf(error));
    }
    for (const { place, open: openTrial } of found) {
      const reopen: OpenBytes = async () => {
        if (shared !== null) return await openTrial(shared);
        const file = await open();
        try {
          return both(await openTrial(file), file);
        } catch (error) {
          await file[Symbol.asyncDispose]();
          throw error;
        }
      };
      yield place === '' ? sourceFile(path, open, { problem }) : sourceFile(path, reopen, { place, problem });
    }
  } finally {
    const whole = shared;
    shared = null;
    await whole?.[Symbol.asyncDispose]();
  }
}

/** @throws what is neither a refused file nor the system's word on it: a fault of our own, or a disk that is full for all files */
export function reasonOf(error: unknown): string {
  if (saysFull(error)) throw error;
  if (error instanceof Fault && error.code !== 'internal') return error.message;
  if (error instanceof Error && 'syscall' in error) return error.message;
  throw error;
}

/** A part that takes the whole with it. */
const both = (part: ByteSource, whole: ByteSource): ByteSource => ({
  ...part,
  [Symbol.asyncDispose]: async () => {
    await part[Symbol.asyncDispose]();
    await whole[Symbol.asyncDispose]();
  },
});
