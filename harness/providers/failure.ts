/** Why an attempt gave no answer, as data; the refusal of a server is read from its status, codes and, last, its words. */
import { z } from 'zod';
import { Fault } from '../../src/fault.js';
import { toJson } from '../../src/text/json.js';
import { renderName } from '../../src/text/render.js';
import { JsonObject, type Stop } from './turn.js';

export interface Failure {
  readonly stop: Stop;
  readonly detail: string;
  /** Seconds that the server asked to wait. */
  readonly retry_after_s: number | null;
  /** False where the server said that asking again is pointless. */
  readonly retry: boolean;
}

/** One bounded line without control characters: server text must not reach a terminal raw. */
const oneLine = (text: string): string => {
  const clean = renderName(text.slice(0, 2_000).replace(/\s+/g, ' ').trim());
  return clean.length > 500 ? `${clean.slice(0, 500)}…` : clean;
};

export const failure = (stop: Stop, detail: string, more: Partial<Failure> = {}): Failure => ({
  stop,
  detail: oneLine(detail),
  retry_after_s: null,
  retry: true,
  ...more,
});

/** An error that carries a failure through code that can only throw. */
export const carry = (reason: Failure): Error => new Error(reason.detail, { cause: reason });
export const stopWith = (stop: Stop, detail: string): Error => carry(failure(stop, detail));

const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'stop' in value && 'retry' in value;

/** The failure behind a thrown value that nothing else explains. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Error && isFailure(error.cause)) return error.cause;
  if (error instanceof Fault && error.code === 'input') return failure('bad_provider_answer', error.message);
  if (error instanceof SyntaxError) return failure('bad_provider_answer', `broken JSON: ${error.message}`);
  if (error instanceof z.ZodError)
    return failure('bad_provider_answer', `foreign shape: ${z.prettifyError(error)}`);
  return failure('internal', error instanceof Error ? `${error.name}: ${error.message}` : String(error));
}

/** The fields of a JSON object; none where it is none. */
export const recordOf = (value: unknown): Record<string, unknown> => JsonObject.safeParse(value).data ?? {};

const word = z.union([z.string(), z.number()]).nullish().catch(null);
const Complaint = z
  .looseObject({ type: word, code: word, message: z.string().nullish().catch(null) })
  .catch({ type: null, code: null, message: null });

interface Facts {
  readonly status: number;
  /** Every type and code that the body names. */
  readonly codes: ReadonlySet<string>;
  readonly message: string;
}

/** Reads `{error: {…}}`, `{error: "…"}`, `{type: "error", error: …}`, `{object: "error", …}` and `{detail: …}`. */
function factsOf(status: number, body: unknown): Facts {
  const outer = recordOf(body);
  const error = outer['error'] ?? outer['detail'] ?? outer;
  const { type, code, message, ...rest } = Complaint.parse(error);
  const details = word.parse(recordOf(rest['details'])['error_code']);
  const codes = new Set([type, code, details].filter((item) => item != null).map(String));
  const text = message ?? (typeof error === 'string' ? error : (toJson(error) ?? 'an error of many levels'));
  // vLLM repeats the status as `code` inside a stream, where there is no HTTP status any more
  return { status: status || (typeof code === 'number' ? code : 0), codes, message: text };
}

const OVERFLOW =
  /prompt is too long|exceeds? the (available )?context|context (length|window|limit|size)|maximum context|longer than the model/i;
const has = ({ codes }: Facts, ...wanted: string[]): boolean => wanted.some((item) => codes.has(item));

/** First row that holds gives the name. */
const RULES: readonly (readonly [Stop, (facts: Facts) => boolean])[] = [
  ['context_overflow', (facts) => has(facts, 'context_length_exceeded', 'exceed_context_size_error')],
  ['context_overflow', ({ status }) => status === 413],
  [
    'no_credit',
    (facts) =>
      facts.status === 402 ||
      has(facts, 'billing_error', 'insufficient_quota', 'billing_hard_limit_reached') ||
      [...facts.codes].some((code) => /spend_limit|billing/.test(code)) ||
      (facts.status === 400 && /credit balance|spend limit/i.test(facts.message)),
  ],
  ['refused_key', (facts) => facts.status === 401 || has(facts, 'authentication_error', 'invalid_api_key')],
  ['unknown_model', (facts) => facts.status === 404 || has(facts, 'not_found_error', 'model_not_found')],
  ['forbidden', (facts) => facts.status === 403 || has(facts, 'permission_error')],
  ['rate_limited', (facts) => facts.status === 429 || has(facts, 'rate_limit_error', 'rate_limit_exceeded')],
  [
    'overloaded',
    (facts) =>
      facts.status === 503 || facts.status === 529 || has(facts, 'overloaded_error', 'unavailable_error'),
  ],
  [
    'content_filter',
    (facts) => has(facts, 'content_filter', 'content_policy_violation', 'invalid_prompt', 'bio_policy'),
  ],
  ['context_overflow', ({ message }) => OVERFLOW.test(message)],
  [
    'server_error',
    (facts) =>
      facts.status >= 500 ||
      [408, 409, 425].includes(facts.status) ||
      has(facts, 'api_error', 'timeout_error', 'server_error', 'internal_error'),
  ],
  ['bad_provider_answer', ({ status }) => status >= 300 && status < 400],
];

/** Seconds; a wait beyond it is never kept, however it is written. */
const MAX_WAIT = 1e9;

/** Seconds, from `retry-after-ms` or `retry-after` (a number or a date); null where neither can be read. */
export function retryAfter(headers: Headers, now = Date.now()): number | null {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (ms >= 0) return Math.min(ms / 1000, MAX_WAIT);
  const named = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(named)) return Math.min(Number(named), MAX_WAIT);
  // An HTTP date begins with a weekday; Date.parse alone would take `-5` for one.
  const date = /^[a-z]{3}/i.test(named) ? Date.parse(named) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, (date - now) / 1000);
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text };
  }
};

/** A failure told in the middle of a stream or in the body of a success status. */
export function toldFailure(body: unknown, status = 0): Failure {
  const facts = factsOf(status, body);
  const stop = RULES.find(([, holds]) => holds(facts))?.[0] ?? (status ? 'bad_request' : 'server_error');
  return failure(stop, [status || null, ...facts.codes, facts.message].filter(Boolean).join(' '));
}

/** A refusal by HTTP status. */
export function refusal(status: number, headers: Headers, text: string): Failure {
  const told = toldFailure(parsed(text), status);
  const redirect = status >= 300 && status < 400;
  return {
    ...told,
    ...(redirect && {
      detail: oneLine(
        `${status} redirect to ${headers.get('location')} refused; give the final address as base_url`,
      ),
    }),
    retry_after_s: retryAfter(headers),
    retry: !redirect && headers.get('x-should-retry') !== 'false',
  };
}
