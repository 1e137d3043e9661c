/** Reads Anthropic messages, streamed or whole, into the common answer; nothing of the wire is trusted to have its shape. */
import { z } from 'zod';
import {
  type Answer,
  type RawAnswer,
  type RawCall,
  readCalls,
  readUsage,
  settle,
} from '../providers/answer.js';
import { argumentsToSend } from '../providers/arguments.js';
import { stopWith } from '../providers/failure.js';
import type { Call, JsonObject, TurnUsage } from '../providers/turn.js';
import { throwIfTold } from './body.js';
import type { ServerEvent } from './sse.js';

const text = z.string().nullish();
const Usage = z
  .looseObject({
    input_tokens: z.unknown().optional(),
    cache_read_input_tokens: z.unknown().optional(),
    cache_creation_input_tokens: z.unknown().optional(),
    output_tokens: z.unknown().optional(),
  })
  .partial()
  .nullish()
  .catch(null);
const Block = z.looseObject({
  type: z.string(),
  text,
  thinking: text,
  id: text,
  name: text,
  input: z.unknown().optional(),
});
type Block = z.infer<typeof Block>;

const Message = z.looseObject({
  type: z.literal('message'),
  model: text,
  content: z.array(Block),
  stop_reason: text,
  stop_details: z.looseObject({ explanation: text }).nullish().catch(null),
  usage: Usage,
});
type Message = z.infer<typeof Message>;

const Event = z.looseObject({
  type: z.string(),
  index: z.int().nonnegative().max(10_000).optional(),
  message: z.unknown().optional(),
  content_block: z.unknown().optional(),
  delta: z
    .looseObject({ type: text, text, thinking: text, signature: text, partial_json: text, stop_reason: text })
    .optional(),
  usage: Usage,
});

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Anthropic counts fresh, cached and written input apart; ours is the sum. */
function usageOf(usage: z.infer<typeof Usage>): TurnUsage | null {
  if (!usage) return null;
  const cached = number(usage['cache_read_input_tokens']);
  const written = number(usage['cache_creation_input_tokens']);
  const input = number(usage['input_tokens']) + cached + written;
  return readUsage({ input, cached, written, output: usage['output_tokens'] });
}

/** A block under construction: its texts come in pieces, a call's input as JSON text. */
interface Growing {
  block: Block;
  parts: Record<'text' | 'thinking' | 'signature' | 'partial_json', string>;
}

function finished({ block, parts }: Growing): Block {
  const { partial_json, ...texts } = parts;
  const grown = Object.fromEntries(Object.entries(texts).filter(([, part]) => part !== ''));
  const whole = { ...block, ...grown };
  for (const [name, part] of Object.entries(grown)) {
    const start = block[name];
    if (typeof start === 'string') whole[name] = start + part;
  }
  return partial_json === '' ? whole : { ...whole, input: partial_json };
}

/** Puts the events of a stream together to the message they spell out. @throws if the stream ends before its end. */
export async function collectMessage(
  events: AsyncIterable<ServerEvent>,
  spend: (usage: TurnUsage | null) => void,
): Promise<Message> {
  let message: Message | undefined;
  const blocks = new Map<number, Growing>();
  for await (const { data } of events) {
    const json: unknown = JSON.parse(data);
    throwIfTold(json);
    const event = Event.parse(json);
    if (event.type === 'message_start') {
      message = Message.parse(event.message);
      spend(usageOf(message.usage));
      continue;
    }
    if (event.type === 'ping') continue;
    if (!message) throw stopWith('bad_provider_answer', `the stream began with ${event.type}`);
    if (event.type === 'content_block_start')
      blocks.set(event.index ?? blocks.size, {
        block: Block.parse(event.content_block),
        parts: { text: '', thinking: '', signature: '', partial_json: '' },
      });
    const growing = blocks.get(event.index ?? -1);
    if (event.type === 'content_block_delta' && growing)
      for (const name of ['text', 'thinking', 'signature', 'partial_json'] as const)
        growing.parts[name] += event.delta?.[name] ?? '';
    if (event.type === 'message_delta') {
      const counted = Object.entries(event.usage ?? {}).filter(([, value]) => value != null);
      message = {
        ...message,
        ...event.delta,
        type: 'message',
        usage: { ...message.usage, ...Object.fromEntries(counted) },
      };
      spend(usageOf(message.usage));
    }
    if (event.type === 'message_stop')
      return {
        ...message,
        content: [...blocks.entries()].sort(([a], [b]) => a - b).map(([, one]) => finished(one)),
      };
  }
  throw stopWith('connection_lost', 'the stream ended before message_stop');
}

const FINISH: Record<string, RawAnswer['finish']> = {
  max_tokens: 'length',
  refusal: 'refusal',
  model_context_window_exceeded: 'context',
};

const isCall = ({ type }: Block): boolean => type === 'tool_use';
const rawCall = ({ id, name, input }: Block): RawCall => ({ id, name, arguments: input });

/** Blocks as they came, but each call with the id we gave it and with an object as input. */
function itemsOf(content: readonly Block[], calls: readonly Call[]): JsonObject[] {
  const waiting = [...calls];
  return content
    .filter(({ type, text: words }) => type !== 'text' || (words ?? '').trim() !== '')
    .map((block) => {
      const call = isCall(block) ? waiting.shift() : undefined;
      return call ? { ...block, id: call.id, input: argumentsToSend(call) } : block;
    });
}

/** `turn` is the position in the conversation, for calls that come without an id. */
export function readMessage(json: unknown, turn: number): Answer {
  const { content, model, stop_reason, stop_details, usage } = Message.parse(json);
  const of = (type: string): Block[] => content.filter((block) => block.type === type);
  const calls = readCalls(content.filter(isCall).map(rawCall), turn);
  const spoken = settle({
    text: of('text')
      .map((block) => block.text ?? '')
      .join('\n'),
    reasoning: of('thinking')
      .map((block) => block.thinking ?? '')
      .join('\n'),
    thought: of('thinking').length + of('redacted_thinking').length > 0,
    calls,
    finish: FINISH[stop_reason ?? ''] ?? 'done',
    refusal: stop_details?.explanation ?? null,
  });
  return { ...spoken, usage: usageOf(usage), model: model ?? null, items: itemsOf(content, calls) };
}
