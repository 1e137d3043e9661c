/** A thread of `gagar refold`: answers the lines that it is sent, in the order in which they come. */
import { parentPort, workerData } from 'node:worker_threads';
import type { WholeLines } from '../cli/lines.js';
import { ownMemory } from './own-memory.js';
import { answerPiece } from './refold-piece.js';
import { type RefoldCommand, refolder } from './refolder.js';

const answer = refolder(workerData as RefoldCommand);
let turn: Promise<void> = Promise.resolve();
parentPort?.on('message', (lines: WholeLines) => {
  turn = turn.then(async () => {
    const done = await answerPiece(answer, lines);
    parentPort?.postMessage(done, ownMemory(done.text));
  });
});
