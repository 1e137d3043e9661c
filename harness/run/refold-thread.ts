/** A thread of `gagar refold`: answers the lines that it is sent, in the order in which they come. */
import { parentPort, workerData } from 'node:worker_threads';
import { answerLines } from '../cli/filter.js';
import { lineBatches, type WholeLines } from '../cli/lines.js';
import { type RefoldCommand, refolder } from './refold.js';

export interface Answered {
  /** UTF-8. */
  readonly text: Uint8Array<ArrayBuffer>;
  readonly failed: number;
}

const answer = refolder(workerData as RefoldCommand);

async function answered({ bytes, before }: WholeLines): Promise<Answered> {
  let text = '';
  let failed = 0;
  for await (const batch of lineBatches([bytes], { before })) {
    const one = answerLines(answer, batch);
    text += one.text;
    failed += one.failed;
  }
  return { text: utf8.encode(text), failed };
}

const utf8 = new TextEncoder();
let turn: Promise<void> = Promise.resolve();
parentPort?.on('message', (lines: WholeLines) => {
  turn = turn.then(async () => {
    const done = await answered(lines);
    // Given away, not copied.
    parentPort?.postMessage(done, [done.text.buffer]);
  });
});
