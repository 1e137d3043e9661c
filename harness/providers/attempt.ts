/** One attempt at one API: the clocks run, the exchange is watched, and an answer or a failure comes out. */
import { clip } from '../../src/text/clip.js';
import type { Answer } from './answer.js';
import type { Concessions } from './concessions.js';
import { estimateInput, estimateTokens } from './estimate.js';
import { type Exchange, openExchange } from './exchange.js';
import { type Failure, failureOf } from './failure.js';
import type { Limits, ModelRequest } from './port.js';
import { NO_USAGE, type TurnUsage } from './turn.js';
import { openWatch } from './watch.js';

/** What an adapter is given for one attempt. */
export interface Attempt extends Pick<Exchange, 'fetch'> {
  readonly signal: AbortSignal;
  /** Digests of system, tools and messages up to each position (digest.ts). */
  readonly prefixes: readonly string[];
  /** Parameters that this server has refused (concessions.ts). */
  readonly without: ReadonlySet<string>;
  /** Nothing will come before the answer is whole, so silence means nothing. */
  expectSilence(): void;
  /** Counts seen before the answer is whole, so that a broken one is paid for as well. */
  spend(usage: TurnUsage | null): void;
}

/** One API, without any state of its own. It may throw whatever it likes; `Exchange` and `Watch` know why. */
export interface Adapter {
  readonly kind: string;
  readonly model: string;
  readonly concessions?: Concessions;
  ask(request: ModelRequest, attempt: Attempt): Promise<Answer>;
}

const estimated = (request: ModelRequest, { text, reasoning, calls }: Answer): TurnUsage => ({
  ...NO_USAGE,
  input_tokens: estimateInput(request),
  output_tokens: estimateTokens(text + reasoning + JSON.stringify(calls)),
  estimated: true,
});

/** Characters of text, reasoning and calls that are taken for one token at most; below the least, any answer is. */
const PER_TOKEN = 64;
const LEAST = 256 * 1024;

/** Every further request sends an answer back: one far beyond what was allowed counts as cut off, and its words are dropped. */
function bounded(answer: Answer, { max_output_tokens }: ModelRequest): Answer {
  const { text, reasoning, calls } = answer;
  const size = text.length + reasoning.length + JSON.stringify(calls).length;
  if (size <= Math.max(LEAST, max_output_tokens * PER_TOKEN)) return answer;
  const detail = `its ${size} characters are far more than max_output_tokens (${max_output_tokens}) allows`;
  return {
    ...answer,
    stop: 'truncated',
    detail,
    text: clip(text, 1000),
    reasoning: '',
    calls: [],
    items: null,
  };
}

/** `asked` is false where no time was left to ask at all. */
export type Outcome = {
  readonly asked: boolean;
  readonly usage: TurnUsage;
  readonly requestId: string | null;
} & (
  | { readonly answer: Answer; readonly failure?: never }
  | { readonly failure: Failure; readonly answer?: never }
);

export interface Bounds {
  /** Longest silence of a server, in seconds. */
  readonly idle_s: number;
  /** Longest answer. */
  readonly max_bytes: number;
}

export interface AttemptRequest {
  readonly request: ModelRequest;
  readonly prefixes: readonly string[];
  readonly without: ReadonlySet<string>;
  readonly limits: Limits;
}

export const unasked = (reason: Failure): Outcome => ({
  asked: false,
  failure: reason,
  usage: NO_USAGE,
  requestId: null,
});

/** Never rejects, and settles when a clock rings, even if the adapter does not. */
export async function attemptOnce(
  adapter: Adapter,
  { request, prefixes, without, limits }: AttemptRequest,
  { idle_s, max_bytes }: Bounds,
): Promise<Outcome> {
  using watch = openWatch(limits, idle_s * 1000);
  const exchange = openExchange({ onBytes: watch.alive, maxBytes: max_bytes });
  let usage: TurnUsage | null = null;
  const attempt: Attempt = {
    fetch: exchange.fetch,
    signal: watch.signal,
    prefixes,
    without,
    expectSilence: watch.expectSilence,
    spend: (seen) => {
      usage = seen ?? usage;
    },
  };
  const settled = (async () => adapter.ask(request, attempt))().then(
    (answer) => ({ answer }),
    (error: unknown) => ({ failure: watch.failure ?? exchange.failure ?? failureOf(error) }),
  );
  // An adapter that ignores its signal is left behind; `settled` can no longer reject.
  const outcome = await Promise.race([settled, watch.rung.then((reason) => ({ failure: reason }))]);
  const seen = { asked: true, requestId: exchange.requestId };
  if ('failure' in outcome) return { ...outcome, ...seen, usage: usage ?? NO_USAGE };
  const { answer } = outcome;
  return { ...seen, answer: bounded(answer, request), usage: answer.usage ?? estimated(request, answer) };
}
