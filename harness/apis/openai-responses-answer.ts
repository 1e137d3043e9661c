/** Reads answers of the OpenAI Responses API, streamed or whole, into the common answer. */
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
import { carry, stopWith, toldFailure } from '../providers/failure.js';
import type { Call, JsonObject, TurnUsage } from '../providers/turn.js';
import { throwIfTold } from './body.js';
import type { ServerEvent } from './sse.js';

const text = z.string().nullish();
const Part = z.looseObject({ type: z.string(), text, refusal: text });
const Item = z.looseObject({
  type: z.string(),
  content: z.array(Part).nullish(),
  summary: z.array(Part).nullish(),
  call_id: text,
  name: text,
  arguments: z.unknown().optional(),
});
type Item = z.infer<typeof Item>;

const details = z.looseObject({}).nullish().catch(null);
const Usage = z
  .looseObject({
    input_tokens: z.unknown().optional(),
    output_tokens: z.unknown().optional(),
    input_tokens_details: details,
  })
  .partial()
  .nullish()
  .catch(null);

const Response = z.looseObject({
  object: z.literal('response').optional(),
  status: text,
  model: text,
  output: z.array(Item),
  incomplete_details: z.looseObject({ reason: text }).nullish(),
  error: z.unknown().optional(),
  usage: Usage,
});
type Response = z.infer<typeof Response>;

const Event = z.looseObject({
  type: z.string(),
  response: z.unknown().optional(),
  item: z.unknown().optional(),
  output_index: z.int().nonnegative().max(10_000).optional(),
});

const usageOf = (usage: z.infer<typeof Usage>): TurnUsage | null =>
  usage
    ? readUsage({
        input: usage.input_tokens,
        output: usage.output_tokens,
        cached: usage.input_tokens_details?.['cached_tokens'],
        written: usage.input_tokens_details?.['cache_write_tokens'],
      })
    : null;

const LAST = ['response.completed', 'response.incomplete', 'response.failed', 'response.cancelled'];

/** The last event holds the whole response; some servers leave its output empty, so finished items are kept as well. */
export async function collectResponse(
  events: AsyncIterable<ServerEvent>,
  spend: (usage: TurnUsage | null) => void,
): Promise<Response> {
  const items = new Map<number, Item>();
  for await (const { data } of events) {
    if (data === '[DONE]') break;
    const json: unknown = JSON.parse(data);
    throwIfTold(json);
    const event = Event.parse(json);
    if (event.type === 'response.output_item.done')
      items.set(event.output_index ?? items.size, Item.parse(event.item));
    if (!LAST.includes(event.type)) continue;
    const response = Response.parse(event.response);
    spend(usageOf(response.usage));
    const output = [...items.entries()].sort(([a], [b]) => a - b).map(([, item]) => item);
    return response.output.length > 0 ? response : { ...response, output };
  }
  throw stopWith('connection_lost', 'the stream ended before response.completed');
}

const isCall = ({ type }: Item): boolean => type === 'function_call';
const rawCall = ({ call_id, name, arguments: given }: Item): RawCall => ({
  id: call_id,
  name,
  arguments: given,
});

function finishOf({ incomplete_details, status }: Response, refused: boolean): RawAnswer['finish'] {
  if (refused) return 'refusal';
  if (incomplete_details?.reason === 'content_filter') return 'filter';
  return incomplete_details || status === 'incomplete' ? 'length' : 'done';
}

function itemsOf(output: readonly Item[], calls: readonly Call[]): JsonObject[] {
  const waiting = [...calls];
  return output.map((item) => {
    const call = isCall(item) ? waiting.shift() : undefined;
    return call ? { ...item, call_id: call.id, arguments: JSON.stringify(argumentsToSend(call)) } : item;
  });
}

export function readResponse(json: unknown, turn: number): Answer {
  const response = Response.parse(json);
  const { output, error, model, usage } = response;
  if (error != null) throw carry(toldFailure({ error }));
  const said = output.filter(({ type }) => type === 'message').flatMap(({ content }) => content ?? []);
  const thinking = output.filter(({ type }) => type === 'reasoning');
  const refusals = said.filter(({ type }) => type === 'refusal').map(({ refusal }) => refusal ?? '');
  const calls = readCalls(output.filter(isCall).map(rawCall), turn);
  const spoken = settle({
    text: said.map((part) => part.text ?? '').join(''),
    reasoning: thinking
      .flatMap(({ summary, content }) => [...(summary ?? []), ...(content ?? [])])
      .map((part) => part.text ?? '')
      .join('\n'),
    thought: thinking.length > 0,
    calls,
    finish: finishOf(response, refusals.length > 0),
    refusal: refusals.join(' '),
  });
  return { ...spoken, usage: usageOf(usage), model: model ?? null, items: itemsOf(output, calls) };
}
