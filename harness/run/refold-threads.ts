/** Refolds a large file of results with all processors: whole lines go to the threads and, while they are busy, are answered here. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Writable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { AnswerLine } from '../cli/filter.js';
import { type WholeLines, wholeLines } from '../cli/lines.js';
import { ownMemory } from './own-memory.js';
import { type AnsweredPiece, answerPiece } from './refold-piece.js';
import type { RefoldCommand } from './refolder.js';

const MAX_THREADS = 7;
/** Pieces that each thread has before it, so that none of them waits for the reader. */
const AHEAD = 2;
/** Pieces that are read and not yet written: those that are answered here while the threads start, and then wait for theirs. */
const MAX_OPEN = 32;

interface Thread extends AsyncDisposable {
  hasRoom(): boolean;
  answer(lines: WholeLines): Promise<AnsweredPiece>;
}

/** Reads no faster than lines are answered and the output takes them, so memory stays bounded; answers keep their order. */
export async function refoldInThreads(
  answer: AnswerLine,
  input: AsyncIterable<Uint8Array>,
  output: Writable,
  options: RefoldCommand,
): Promise<Pick<AnsweredPiece, 'failed'>> {
  const threads = Array.from({ length: Math.min(availableParallelism() - 1, MAX_THREADS) }, () =>
    startThread(options),
  );
  const open: Promise<AnsweredPiece>[] = [];
  let failed = 0;
  const write = async (): Promise<void> => {
    const answered = await open.shift();
    if (answered === undefined) return;
    failed += answered.failed;
    if (answered.text.length > 0 && !output.write(answered.text)) await once(output, 'drain');
  };
  try {
    for await (const lines of wholeLines(input)) {
      const thread = threads.find((one) => one.hasRoom());
      open.push(thread?.answer(lines) ?? answerPiece(answer, lines));
      if (open.length >= MAX_OPEN) await write();
    }
    while (open.length > 0) await write();
    return { failed };
  } finally {
    await Promise.all(threads.map((thread) => thread[Symbol.asyncDispose]()));
  }
}

function startThread(options: RefoldCommand): Thread {
  const worker = new Worker(new URL('./refold-thread.js', import.meta.url), {
    workerData: { ...options },
  });
  const open: { resolve: (answered: AnsweredPiece) => void; reject: (error: unknown) => void }[] = [];
  worker.on('message', (answered: AnsweredPiece) => open.shift()?.resolve(answered));
  worker.on('error', (error) => {
    for (const { reject } of open.splice(0)) reject(error);
  });
  return {
    hasRoom: () => open.length < AHEAD,
    answer: (lines) => {
      const answered = new Promise<AnsweredPiece>((resolve, reject) => {
        open.push({ resolve, reject });
      });
      // Where one thread breaks, the first answer that is waited for tells it; the others must not end the process.
      answered.catch(() => undefined);
      worker.postMessage(lines, ownMemory(lines.bytes));
      return answered;
    },
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
}
