/** A thread of `gagar refold`: is told the options, then answers the lines that it is sent, in the order in which they come. */
import { parentPort } from 'node:worker_threads';
import { Fault } from '../../src/fault.js';
import type { AnswerLine } from '../cli/filter.js';
import type { WholeLines } from '../cli/lines.js';
import { ownMemory } from './own-memory.js';
import { type AnsweredPiece, answerPiece } from './refold-piece.js';
import { type RefoldOptions, refolder } from './refolder.js';

/** What a thread is sent: the options before all lines. */
export type ToThread = { readonly options: RefoldOptions } | { readonly lines: WholeLines };

/** One for each message that it was sent, in their order. */
export type FromThread = OptionsReply | AnsweredPiece;

/** Why the options cannot be used; null where they can. */
export interface OptionsReply {
  readonly refusal: Refusal | null;
}

/** A fault loses its class between threads. */
type Refusal = Pick<Fault, 'code' | 'message' | 'place'>;

const send = (message: FromThread, given: ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, given);

let answer: AnswerLine;
let turn: Promise<void> = Promise.resolve();
parentPort?.on('message', (message: ToThread) => {
  if ('options' in message) return send({ refusal: take(message.options) });
  turn = turn.then(async () => {
    const done = await answerPiece(answer, message.lines);
    send(done, ownMemory(done.text));
  });
});

function take(options: RefoldOptions): Refusal | null {
  try {
    answer = refolder(options);
    return null;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { code, message, place } = error;
    return { code, message, place };
  }
}
