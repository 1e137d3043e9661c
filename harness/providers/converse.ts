/** Makes a provider of an adapter: attempts, waits, budgets and endings are the same for every API. */
import { wellFormedValue } from '../../src/text/well-formed.js';
import { type Adapter, attemptOnce, type Bounds, type Outcome, unasked } from './attempt.js';
import { conceded } from './concessions.js';
import { prefixDigests } from './digest.js';
import { failureOf } from './failure.js';
import { repairMessages } from './messages.js';
import type { Limits, ModelRequest, Provider } from './port.js';
import { costOf, type PriceTable } from './prices.js';
import { redactCall, redactLine, redactValue } from './redact.js';
import { RETRY, type RetryPolicy, waitAfter } from './retry.js';
import { NO_USAGE, stopClass, sumOfCounts, type Turn, type TurnUsage } from './turn.js';
import { pause, spent } from './watch.js';

export interface ConverseOptions extends Partial<Bounds> {
  /** Key in the price table, or null where nothing is known about costs. */
  readonly vendor: string | null;
  readonly prices: PriceTable;
  /** Texts that must never leave. */
  readonly secrets: readonly string[];
  readonly retry?: Partial<RetryPolicy>;
}

const BOUNDS: Bounds = { idle_s: 120, max_bytes: 64 * 1024 * 1024 };

const add = (a: TurnUsage, b: TurnUsage): TurnUsage => ({
  input_tokens: sumOfCounts(a.input_tokens, b.input_tokens),
  cached_input_tokens: sumOfCounts(a.cached_input_tokens, b.cached_input_tokens),
  cache_write_tokens: sumOfCounts(a.cache_write_tokens, b.cache_write_tokens),
  output_tokens: sumOfCounts(a.output_tokens, b.output_tokens),
  estimated: a.estimated || b.estimated,
});

/** What one provider keeps between requests: the parameters that its server refused. */
interface Session {
  readonly adapter: Adapter;
  readonly options: ConverseOptions;
  readonly refused: Set<string>;
}

/** An attempt that another one followed. */
interface Past {
  readonly outcome: Outcome;
  readonly detail: string;
  readonly waited_s: number;
}

/** Only what others wrote can hold a key; our own names and codes are never taken for one. */
function turnOf({ adapter, options }: Session, past: readonly Past[], last: Outcome, prefix: string): Turn {
  const { secrets } = options;
  const all = [...past.map(({ outcome }) => outcome), last];
  const costs = all.map(({ usage }) => costOf(options.prices, options.vendor, adapter.model, usage));
  const { answer, failure: reason } = last;
  const items = answer?.items ?? null;
  const detail = answer ? answer.detail : reason.detail;
  const turn: Turn = {
    stop: answer ? answer.stop : reason.stop,
    detail: detail === null ? null : redactLine(detail, secrets),
    retry_after_s: reason?.retry_after_s ?? null,
    text: redactValue(answer?.text ?? '', secrets),
    reasoning: redactValue(answer?.reasoning ?? '', secrets),
    calls: (answer?.calls ?? []).map((call) => redactCall(call, secrets)),
    usage: all.map(({ usage }) => usage).reduce(add, NO_USAGE),
    cost_usd: costs.reduce((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0),
    model: redactValue(answer?.model ?? null, secrets),
    request_id: redactValue(last.requestId, secrets),
    attempts: all.filter(({ asked }) => asked).length,
    failures: past.map(({ outcome, detail: why, waited_s }) => ({
      stop: outcome.failure?.stop ?? 'internal',
      detail: redactLine(why, secrets),
      waited_s,
    })),
    content:
      items && stopClass({ stop: answer?.stop ?? 'internal' }) === 'answer'
        ? { kind: adapter.kind, model: adapter.model, prefix, items: redactValue([...items], secrets) }
        : null,
  };
  return wellFormedValue(turn);
}

async function take(session: Session, given: ModelRequest, limits: Limits): Promise<Turn> {
  const { adapter, options, refused } = session;
  const request = { ...given, messages: repairMessages(given.messages) };
  const prefixes = prefixDigests(request);
  const prefix = prefixes.at(-1) ?? '';
  const policy = { ...RETRY, ...options.retry };
  const seeded = { ...policy, seed: `${policy.seed} ${prefix}` };
  const bounds = {
    idle_s: options.idle_s ?? BOUNDS.idle_s,
    max_bytes: options.max_bytes ?? BOUNDS.max_bytes,
  };
  const past: Past[] = [];
  let attempt = 1;
  for (;;) {
    const early = spent(limits);
    if (early) return turnOf(session, past, unasked(early), prefix);
    const without = new Set(refused);
    const outcome = await attemptOnce(adapter, { request, prefixes, without, limits }, bounds);
    const reason = outcome.failure;
    if (!reason) return turnOf(session, past, outcome, prefix);
    const parameter = conceded(adapter.concessions ?? {}, reason, request, without);
    const wait = parameter ? 0 : waitAfter(reason, attempt, limits.deadline - Date.now(), seeded);
    if (wait === null) return turnOf(session, past, outcome, prefix);
    if (parameter) refused.add(parameter);
    else attempt += 1;
    const detail = parameter ? `asked again without ${parameter}: ${reason.detail}` : reason.detail;
    past.push({ outcome, detail, waited_s: wait / 1000 });
    await pause(wait, limits.signal);
  }
}

/** The promise of the port is kept here: whatever an adapter does, a turn comes back, and in time. */
export function converse(adapter: Adapter, options: ConverseOptions): Provider {
  const session: Session = { adapter, options, refused: new Set() };
  return {
    kind: adapter.kind,
    model: adapter.model,
    next: (request, limits) =>
      take(session, request, limits).catch((error: unknown) =>
        turnOf(session, [], unasked(failureOf(error)), ''),
      ),
  };
}
