/** What a model answered, in one form for all providers: recorded as it is, free of keys, never an exception. */
import { z } from 'zod';
import { Fault } from '../../src/fault.js';

/**
 * Who brought a turn to its end:
 * - `answer`: the model spoke or called tools; only these turns go on in the conversation
 * - `model`: the model gave nothing that can be used
 * - `provider`: network, service or a limit of it; bounded retries are already behind it
 * - `budget`: the caller's deadline or signal
 * - `environment`: every further request would end the same way, so the run stops
 */
export type StopClass = 'answer' | 'model' | 'provider' | 'budget' | 'environment';

export const STOP_CLASSES = {
  tool_calls: 'answer',
  end: 'answer',
  refusal: 'model',
  content_filter: 'model',
  /** Cut off by `max_output_tokens`. */
  truncated: 'model',
  /** Thinking, but neither text nor a call. */
  no_answer: 'model',
  empty: 'model',
  context_overflow: 'model',
  /** The request itself was refused, by a code that names none of the others. */
  bad_request: 'provider',
  /** A success status with HTML, cut JSON, too many bytes or a foreign shape; also a redirect. */
  bad_provider_answer: 'provider',
  rate_limited: 'provider',
  overloaded: 'provider',
  server_error: 'provider',
  connection_lost: 'provider',
  idle_timeout: 'provider',
  /** A script or recording has no further turn. */
  script_ended: 'provider',
  /** A recording was asked something else than it holds, under the policy `stop`. */
  drift: 'provider',
  /** A broken promise of our own adapter. */
  internal: 'provider',
  deadline: 'budget',
  aborted: 'budget',
  refused_key: 'environment',
  forbidden: 'environment',
  unknown_model: 'environment',
  no_credit: 'environment',
} as const satisfies Record<string, StopClass>;

export type Stop = keyof typeof STOP_CLASSES;
export const STOPS = Object.keys(STOP_CLASSES) as [Stop, ...Stop[]];

/** Kept by reference, so that keys such as `__proto__` neither vanish nor act. */
export const JsonObject = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be a JSON object',
);
export type JsonObject = z.infer<typeof JsonObject>;

export const Call = z.strictObject({
  /** Unique inside its turn. */
  id: z.string().min(1),
  name: z.string(),
  /** null where the arguments are no JSON object; then `malformed` says why. */
  arguments: JsonObject.nullable(),
  malformed: z.strictObject({ raw: z.string(), problem: z.string() }).nullable(),
});
export type Call = z.infer<typeof Call>;

const count = z.int().nonnegative();

export const TurnUsage = z.strictObject({
  /** All input tokens; the cached and the cache-written ones are parts of it. */
  input_tokens: count,
  cached_input_tokens: count,
  cache_write_tokens: count,
  output_tokens: count,
  /** True where a server gave no usage and bytes / 4 stands in for it. */
  estimated: z.boolean(),
});
export type TurnUsage = z.infer<typeof TurnUsage>;

/** A server may claim any count; beyond this sums would no longer be whole numbers. */
export const sumOfCounts = (a: number, b: number): number => Math.min(a + b, Number.MAX_SAFE_INTEGER);

export const NO_USAGE: TurnUsage = {
  input_tokens: 0,
  cached_input_tokens: 0,
  cache_write_tokens: 0,
  output_tokens: 0,
  estimated: false,
};

/** The assistant content exactly as one model gave it, to be passed back to that model alone. */
export const OpaqueContent = z.strictObject({
  kind: z.string(),
  model: z.string(),
  /** Digest of everything before it; reasoning blocks are valid behind that prefix only. */
  prefix: z.string(),
  items: z.array(JsonObject),
});
export type OpaqueContent = z.infer<typeof OpaqueContent>;

/** A failed attempt before the last one, and how long it was waited for. */
const FailedAttempt = z.strictObject({
  stop: z.enum(STOPS),
  detail: z.string(),
  waited_s: z.number().nonnegative(),
});

export const Turn = z.strictObject({
  stop: z.enum(STOPS),
  /** One line for people where `stop` alone does not say enough. */
  detail: z.string().nullable(),
  /** What a rate limit asked for, in seconds, where it was more than could be waited. */
  retry_after_s: z.number().nonnegative().nullable(),
  text: z.string(),
  /** Readable thinking; for people, never read for a verdict. */
  reasoning: z.string(),
  /** Empty unless `stop` is `tool_calls`. */
  calls: z.array(Call),
  /** Sum over all attempts. */
  usage: TurnUsage,
  /** US dollars over all attempts; null where the price table does not know the model. */
  cost_usd: z.number().nonnegative().nullable(),
  /** The model as the provider names it. */
  model: z.string().nullable(),
  request_id: z.string().nullable(),
  attempts: count,
  failures: z.array(FailedAttempt),
  content: OpaqueContent.nullable(),
});
export type Turn = z.infer<typeof Turn>;

export const stopClass = (turn: Pick<Turn, 'stop'>): StopClass => STOP_CLASSES[turn.stop];

/** Where each provider's key is read from. */
const KEY_VARIABLES: Readonly<Record<string, string>> = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  'openai-chat': 'OPENAI_API_KEY',
};

const WAYS_OUT: Partial<Record<Stop, string>> = {
  refused_key: 'the provider refuses the key; put a valid one into $KEY, or name its file with --key-file',
  forbidden: 'the key may not use this model; name another model or key',
  unknown_model: 'the provider does not know the model, or the address; see --model and --base-url',
  no_credit: 'the account has no credit left',
};

/** The fault that stops a whole run, where every further request would end like this one; else null. */
export function environmentFault(
  { stop, detail }: Pick<Turn, 'stop' | 'detail'>,
  provider: string,
): Fault | null {
  const reason = WAYS_OUT[stop]?.replace('$KEY', KEY_VARIABLES[provider] ?? 'its variable');
  return reason === undefined ? null : new Fault('environment', `${provider}: ${reason} (${detail})`);
}
