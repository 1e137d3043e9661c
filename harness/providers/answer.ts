/** Turns what an API said at the end of an answer into one named stop; shared by all adapters, so none has an opinion of its own. */
import { wellFormed } from '../../src/text/well-formed.js';
import { readArguments } from './arguments.js';
import type { Call, JsonObject, Stop, TurnUsage } from './turn.js';

/** What an adapter reads out of a whole answer. */
export interface Answer {
  readonly stop: Stop;
  readonly detail: string | null;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly Call[];
  /** null where the server counted nothing. */
  readonly usage: TurnUsage | null;
  readonly model: string | null;
  /** Assistant content to be passed back unread; null where text and calls are all there is. */
  readonly items: readonly JsonObject[] | null;
}

export interface RawAnswer {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly Call[];
  /** True where thinking took place, readable or not. */
  readonly thought: boolean;
  readonly finish: 'done' | 'length' | 'filter' | 'refusal' | 'context';
  /** The refusal in words, if there are any. */
  readonly refusal?: string | null;
}

const nothing = ({ text, calls }: RawAnswer): boolean => text.trim() === '' && calls.length === 0;

function stopOf(spoken: RawAnswer): readonly [Stop, string | null] {
  switch (spoken.finish) {
    case 'refusal':
      return ['refusal', spoken.refusal || null];
    case 'filter':
      return ['content_filter', null];
    case 'context':
      return ['context_overflow', 'the conversation filled the context window'];
    case 'length':
      return nothing(spoken) && spoken.thought
        ? ['no_answer', 'thinking used up max_output_tokens']
        : ['truncated', 'max_output_tokens was reached'];
    case 'done':
      if (spoken.calls.length > 0) return ['tool_calls', null];
      if (!nothing(spoken)) return ['end', null];
      return spoken.thought ? ['no_answer', 'thinking only, no text and no call'] : ['empty', null];
  }
}

/** A turn that is not whole brings no calls: half a batch must not run. */
export function settle(spoken: RawAnswer): Pick<Answer, 'stop' | 'detail' | 'text' | 'reasoning' | 'calls'> {
  const [stop, detail] = stopOf(spoken);
  const { text, reasoning, calls } = spoken;
  return { stop, detail, text, reasoning, calls: stop === 'tool_calls' ? calls : [] };
}

export interface RawCall {
  readonly id: string | null | undefined;
  readonly name: string | null | undefined;
  readonly arguments: unknown;
}

/** Calls of one turn; an empty or repeated id, as some servers give, is replaced by one that is unique in the conversation. */
export function readCalls(raw: readonly RawCall[], turn: number): Call[] {
  const seen = new Set<string>();
  return raw.map((call, index) => {
    const given = wellFormed(call.id ?? '');
    const id = given !== '' && !seen.has(given) ? given : `call_${turn}_${index}`;
    seen.add(id);
    return { id, name: call.name ?? '', ...readArguments(call.arguments) };
  });
}

const tokens = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** Reads counts that a server may have left out; null where even input and output are missing. */
export function readUsage(counts: {
  readonly input: unknown;
  readonly cached?: unknown;
  readonly written?: unknown;
  readonly output: unknown;
}): TurnUsage | null {
  const [input, output] = [tokens(counts.input), tokens(counts.output)];
  if (input === null || output === null) return null;
  const cached = Math.min(tokens(counts.cached) ?? 0, input);
  return {
    input_tokens: input,
    cached_input_tokens: cached,
    cache_write_tokens: Math.min(tokens(counts.written) ?? 0, input - cached),
    output_tokens: output,
    estimated: false,
  };
}
