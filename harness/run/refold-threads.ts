/** Refolds large files of results with all processors: this thread reads and writes, the others answer whole lines. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { Fault } from '../../src/fault.js';
import { type WholeLines, wholeLines } from '../cli/lines.js';
import { ownMemory } from './own-memory.js';
import type { AnsweredPiece } from './refold-piece.js';
import type { FromThread, OptionsReply, ToThread } from './refold-thread.js';
import type { RefoldOptions } from './refolder.js';

const MAX_THREADS = 7;
/** Pieces that each thread has before it, so that none of them waits for the reader. */
const AHEAD = 2;
/** Pieces that are sent and not yet written: answers that are there wait for those before them. */
const MAX_OPEN = 64;

interface Thread extends AsyncDisposable {
  hasRoom(): boolean;
  use(options: RefoldOptions): Promise<void>;
  answer(lines: WholeLines): Promise<AnsweredPiece>;
}

export interface Threads extends AsyncDisposable {
  readonly all: readonly Thread[];
  /** What the threads fold with. Comes before any lines. @throws Fault usage or input for options that cannot be used. */
  use(options: RefoldOptions): Promise<void>;
}

/**
 * They alone load what reads, checks and folds a result: on this thread that would take as long again, and its memory
 * would have to be searched each time that a piece of the file has been sent away.
 */
export function startThreads(): Threads {
  optimizeOnce();
  const all = Array.from({ length: Math.min(availableParallelism(), MAX_THREADS) }, startThread);
  return {
    all,
    use: async (options) => {
      await Promise.all(all.map((thread) => thread.use(options)));
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(all.map((thread) => thread[Symbol.asyncDispose]()));
    },
  };
}

/**
 * Before Node 24, the list that an inlined `map` makes is of another kind than the built-in's. So each function that gets
 * optimized throws the optimized code of those behind it away, over and over: two thirds of the compiler's work.
 */
function optimizeOnce(): void {
  if (Number.parseInt(process.versions.node, 10) < 24) setFlagsFromString('--no-turbo-inline-array-builtins');
}

/** Reads no faster than lines are answered and the output takes them, so memory stays bounded; answers keep their order. */
export async function refoldInThreads(
  { all }: Threads,
  input: AsyncIterable<Uint8Array>,
  output: Writable,
): Promise<number> {
  const open: Promise<AnsweredPiece>[] = [];
  let failed = 0;
  const write = async (): Promise<void> => {
    const answered = await open.shift();
    if (answered === undefined) return;
    failed += answered.failed;
    if (answered.text.length > 0 && !output.write(answered.text)) await once(output, 'drain');
  };
  const free = (): Thread | undefined =>
    open.length < MAX_OPEN ? all.find((thread) => thread.hasRoom()) : undefined;
  for await (const lines of wholeLines(input)) {
    let thread = free();
    for (; thread === undefined; thread = free()) await write();
    open.push(thread.answer(lines));
  }
  while (open.length > 0) await write();
  return failed;
}

function startThread(): Thread {
  const worker = new Worker(new URL('./refold-thread.js', import.meta.url));
  const open: { resolve: (reply: FromThread) => void; reject: (error: unknown) => void }[] = [];
  worker.on('message', (reply: FromThread) => open.shift()?.resolve(reply));
  let broken: unknown = null;
  worker.on('error', (error) => {
    broken = error;
    for (const { reject } of open.splice(0)) reject(error);
  });
  const ask = (message: ToThread, given: ArrayBuffer[]): Promise<FromThread> => {
    const reply = new Promise<FromThread>((resolve, reject) => {
      if (broken === null) open.push({ resolve, reject });
      else reject(broken);
    });
    worker.postMessage(message, given);
    return reply;
  };
  return {
    hasRoom: () => open.length < AHEAD,
    use: async (options) => {
      const { refusal } = (await ask({ options }, [])) as OptionsReply;
      if (refusal !== null) throw new Fault(refusal.code, refusal.message, refusal.place);
    },
    answer: (lines) => {
      const answered = ask({ lines }, ownMemory(lines.bytes)) as Promise<AnsweredPiece>;
      // Where one thread breaks, the first answer that is waited for tells it; the others must not end the process.
      answered.catch(() => undefined);
      return answered;
    },
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
}
