/** Refolds a large file of results with all processors: whole lines go round the threads, answers come back in their order. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Writable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { type WholeLines, wholeLines } from '../cli/lines.js';
import type { RefoldCommand } from './refold.js';
import type { Answered } from './refold-thread.js';

const MAX_THREADS = 8;
/** Pieces that each thread has before it, so that none of them waits for the reader. */
const AHEAD = 2;

interface Thread extends AsyncDisposable {
  answer(lines: WholeLines): Promise<Answered>;
}

/** Reads no faster than the threads answer and the output takes, so memory stays bounded. */
export async function refoldInThreads(
  input: AsyncIterable<Uint8Array>,
  output: Writable,
  options: RefoldCommand,
): Promise<Pick<Answered, 'failed'>> {
  const threads = Array.from({ length: Math.min(availableParallelism(), MAX_THREADS) }, () =>
    startThread(options),
  );
  const waiting: Promise<Answered>[] = [];
  let failed = 0;
  const write = async (): Promise<void> => {
    const answered = await waiting.shift();
    if (answered === undefined) return;
    failed += answered.failed;
    if (answered.text.length > 0 && !output.write(answered.text)) await once(output, 'drain');
  };
  try {
    let next = 0;
    for await (const lines of wholeLines(input)) {
      const thread = threads[next++ % threads.length];
      if (thread !== undefined) waiting.push(thread.answer(lines));
      if (waiting.length >= AHEAD * threads.length) await write();
    }
    while (waiting.length > 0) await write();
    return { failed };
  } finally {
    await Promise.all(threads.map((thread) => thread[Symbol.asyncDispose]()));
  }
}

function startThread(options: RefoldCommand): Thread {
  const worker = new Worker(new URL('./refold-thread.js', import.meta.url), {
    workerData: { ...options },
    // Every verdict is garbage when it is answered: a small nursery would be swept several times a verdict.
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  });
  const open: { resolve: (answered: Answered) => void; reject: (error: unknown) => void }[] = [];
  worker.on('message', (answered: Answered) => open.shift()?.resolve(answered));
  worker.on('error', (error) => {
    for (const { reject } of open.splice(0)) reject(error);
  });
  return {
    answer: (lines) => {
      const answered = new Promise<Answered>((resolve, reject) => {
        open.push({ resolve, reject });
      });
      // Where one thread breaks, the first answer that is waited for tells it; the others must not end the process.
      answered.catch(() => undefined);
      const { buffer, byteLength } = lines.bytes;
      // Given away where it is all of its memory: small ones share theirs with others.
      const own = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
      worker.postMessage(lines, own);
      return answered;
    },
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
}
