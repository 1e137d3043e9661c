/** Reads chat completions, streamed or whole, with what compatible servers leave out or call by other names. */
import { z } from 'zod';
import { type Answer, type RawAnswer, readCalls, readUsage, settle } from '../providers/answer.js';
import { stopWith } from '../providers/failure.js';
import type { TurnUsage } from '../providers/turn.js';
import { throwIfTold } from './body.js';
import type { ServerEvent } from './sse.js';

const text = z.string().nullish();
const ToolCall = z.looseObject({
  index: z.int().nonnegative().max(10_000).nullish().catch(null),
  id: text,
  function: z.looseObject({ name: text, arguments: z.unknown().optional() }).nullish(),
});
type ToolCall = z.infer<typeof ToolCall>;

const Words = z.looseObject({
  content: z.union([z.string(), z.array(z.looseObject({ text }))]).nullish(),
  refusal: text,
  reasoning_content: text,
  reasoning: text,
  tool_calls: z.array(ToolCall).nullish(),
});
type Words = z.infer<typeof Words>;

const details = z.looseObject({}).nullish().catch(null);
const Usage = z
  .looseObject({
    prompt_tokens: z.unknown().optional(),
    completion_tokens: z.unknown().optional(),
    prompt_tokens_details: details,
    completion_tokens_details: details,
  })
  .partial()
  .nullish()
  .catch(null);
const Choice = z.looseObject({ message: Words.nullish(), delta: Words.nullish(), finish_reason: text });
const Completion = z.looseObject({ model: text, choices: z.array(Choice), usage: Usage });
type Completion = z.infer<typeof Completion>;

const contentOf = ({ content }: Words): string =>
  typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('');

const usageOf = (usage: z.infer<typeof Usage>): TurnUsage | null =>
  usage
    ? readUsage({
        input: usage.prompt_tokens,
        output: usage.completion_tokens,
        cached: usage.prompt_tokens_details?.['cached_tokens'],
        written: usage.prompt_tokens_details?.['cache_write_tokens'],
      })
    : null;

/** Adds a piece of a call: by index, or, where a server numbers nothing, a new one for each new id or name. */
function grow(calls: Map<number, ToolCall>, piece: ToolCall): void {
  const starts = Boolean(piece.id) || Boolean(piece.function?.name);
  const index = piece.index ?? (starts ? calls.size : calls.size - 1);
  const before = calls.get(index);
  const given = piece.function?.arguments;
  const joined =
    typeof given === 'string'
      ? `${before?.function?.arguments ?? ''}${given}`
      : (given ?? before?.function?.arguments);
  calls.set(index, {
    ...piece,
    id: before?.id || piece.id,
    function: { name: before?.function?.name || piece.function?.name, arguments: joined },
  });
}

/** Puts the chunks of a stream together to the completion they spell out. */
export async function collectChat(
  events: AsyncIterable<ServerEvent>,
  spend: (usage: TurnUsage | null) => void,
): Promise<Completion> {
  const message = { content: '', refusal: '', reasoning_content: '', reasoning: '' };
  const calls = new Map<number, ToolCall>();
  let finish: string | null = null;
  let chosen = false;
  let seen: Completion | undefined;
  for await (const { data } of events) {
    if (data.trim() === '[DONE]') break;
    const json: unknown = JSON.parse(data);
    throwIfTold(json);
    const chunk = Completion.parse(json);
    seen = { ...seen, ...chunk, usage: chunk.usage ?? seen?.usage };
    spend(usageOf(chunk.usage));
    const choice = chunk.choices[0];
    if (!choice) continue;
    chosen = true;
    finish = choice.finish_reason ?? finish;
    const words = choice.delta ?? choice.message ?? {};
    message.content += contentOf(words);
    for (const name of ['refusal', 'reasoning_content', 'reasoning'] as const)
      message[name] += words[name] ?? '';
    for (const piece of words.tool_calls ?? []) grow(calls, piece);
  }
  if (!seen || (chosen && finish === null))
    throw stopWith('connection_lost', 'the stream ended before finish_reason');
  const tool_calls = [...calls.entries()].sort(([a], [b]) => a - b).map(([, call]) => call);
  return { ...seen, choices: chosen ? [{ message: { ...message, tool_calls }, finish_reason: finish }] : [] };
}

/** Servers without a reasoning parser leave the thinking in the text. */
function splitThinking(content: string): { readonly text: string; readonly thinking: string } {
  const open = /^\s*<think>/.exec(content);
  if (!open) return { text: content, thinking: '' };
  const end = content.indexOf('</think>');
  if (end < 0) return { text: '', thinking: content.slice(open[0].length) };
  return {
    text: content.slice(end + '</think>'.length).trimStart(),
    thinking: content.slice(open[0].length, end),
  };
}

const FINISH: Record<string, RawAnswer['finish']> = { length: 'length', content_filter: 'filter' };

export function readChat(json: unknown, turn: number): Answer {
  const { choices, model, usage } = Completion.parse(json);
  const words = choices[0]?.message ?? {};
  const finish = choices[0]?.finish_reason ?? '';
  const { text: said, thinking } = splitThinking(contentOf(words));
  const name = words.reasoning_content ? 'reasoning_content' : 'reasoning';
  const reasoning = words[name] ?? '';
  const counted = usage?.completion_tokens_details?.['reasoning_tokens'];
  const calls = (words.tool_calls ?? []).map(({ id, function: called }) => {
    return { id, name: called?.name, arguments: called?.arguments };
  });
  const spoken = settle({
    text: said,
    reasoning: reasoning + thinking,
    thought: reasoning !== '' || thinking !== '' || Number(counted) > 0,
    calls: readCalls(calls, turn),
    finish: words.refusal ? 'refusal' : (FINISH[finish] ?? 'done'),
    refusal: words.refusal ?? null,
  });
  return {
    ...spoken,
    usage: usageOf(usage),
    model: model ?? null,
    items: reasoning === '' ? null : [{ [name]: reasoning }],
  };
}
