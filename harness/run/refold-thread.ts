/** A thread of `gagar refold`: is told what to fold with, then answers the lines that it is sent, in the order in which they come. */
import { parentPort } from 'node:worker_threads';
import type { AnswerLine } from '../cli/filter.js';
import type { WholeLines } from '../cli/lines.js';
import { ownMemory } from './own-memory.js';
import { answerPiece } from './refold-piece.js';
import { type Refolding, refolder } from './refolder.js';

/** What a thread is sent: the first before all others. */
export type ToThread = { readonly refolding: Refolding } | { readonly lines: WholeLines };

let answer: AnswerLine;
let turn: Promise<void> = Promise.resolve();
parentPort?.on('message', (message: ToThread) => {
  if ('refolding' in message) {
    answer = refolder(message.refolding);
    return;
  }
  turn = turn.then(async () => {
    const done = await answerPiece(answer, message.lines);
    parentPort?.postMessage(done, ownMemory(done.text));
  });
});
