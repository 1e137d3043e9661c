/** The three wire formats as test servers speak them: one neutral answer as a whole document and as stream frames. */

import { anthropic } from '../../harness/providers/anthropic.js';
import type { Adapter } from '../../harness/providers/attempt.js';
import { type ConverseOptions, converse } from '../../harness/providers/converse.js';
import { openaiChat } from '../../harness/providers/openai-chat.js';
import { openaiResponses } from '../../harness/providers/openai-responses.js';
import type { Provider } from '../../harness/providers/port.js';
import { shippedPrices } from '../../harness/providers/prices.js';

export interface Neutral {
  readonly text?: string;
  readonly thinking?: string;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly finish?: 'done' | 'length' | 'filter' | 'refusal';
  readonly usage?: {
    readonly fresh: number;
    readonly cached: number;
    readonly written: number;
    readonly output: number;
  };
}

type Json = Record<string, unknown>;

export interface Dialect {
  readonly kind: 'anthropic' | 'openai' | 'openai-chat';
  readonly path: string;
  /** A model of this vendor in the price table. */
  readonly model: string;
  whole(answer: Neutral): Json;
  /** The frames that spell out a whole document. */
  frames(whole: Json): string[];
  /** An error in the middle of a stream. */
  broken(type: string, message: string): string;
  open(url: string, options?: Partial<ConverseOptions> & { readonly model?: string }): Promise<Provider>;
}

export const TEST_KEY = 'sk-test-0123456789abcdef-secret';
export const MODEL = 'judge-model';

const USAGE = { fresh: 900, cached: 0, written: 0, output: 120 };
const event = (data: Json): string => `event: ${String(data['type'])}\ndata: ${JSON.stringify(data)}\n\n`;
const chunk = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;
/** Cuts a text in two, so that every stream really has pieces. */
const halves = (text: string): string[] => [text.slice(0, text.length >> 1), text.slice(text.length >> 1)];

const FAST = { base_s: 0.001, cap_s: 1, seed: 'test' };

const opener =
  (
    make: (url: string, model: string) => Promise<Adapter>,
    vendor: string,
    fallback: string,
  ): Dialect['open'] =>
  async (url, { model = fallback, ...options } = {}) =>
    converse(await make(url, model), {
      vendor,
      prices: shippedPrices(),
      secrets: [TEST_KEY],
      idle_s: 5,
      ...options,
      retry: { ...FAST, ...options.retry },
    });

const parsed = (text: string): unknown => {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return text;
  }
};

export const ANTHROPIC: Dialect = {
  kind: 'anthropic',
  path: '/v1/messages',
  model: 'claude-opus-5-5',
  whole: ({ text, thinking, calls = [], finish = 'done', usage = USAGE }) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: MODEL,
    content: [
      ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: 'c2lnbmVk' }]),
      ...(text === undefined ? [] : [{ type: 'text', text }]),
      ...calls.map(({ id, name, arguments: given }) => ({
        type: 'tool_use',
        id,
        name,
        input: parsed(given),
      })),
    ],
    stop_reason: {
      done: calls.length > 0 ? 'tool_use' : 'end_turn',
      length: 'max_tokens',
      filter: 'refusal',
      refusal: 'refusal',
    }[finish],
    stop_sequence: null,
    usage: {
      input_tokens: usage.fresh,
      cache_read_input_tokens: usage.cached,
      cache_creation_input_tokens: usage.written,
      output_tokens: usage.output,
    },
  }),
  frames: ({ content, stop_reason, stop_sequence, usage, ...message }) => [
    event({ type: 'message_start', message: { ...message, content: [], stop_reason: null, usage } }),
    event({ type: 'ping' }),
    ...(content as Json[]).flatMap((block, index) => {
      const input = block['input'];
      const pieces = {
        thinking: () => [
          ...halves(String(block['thinking'])).map((thinking) => ({ type: 'thinking_delta', thinking })),
          { type: 'signature_delta', signature: block['signature'] },
        ],
        text: () => halves(String(block['text'])).map((text) => ({ type: 'text_delta', text })),
        tool_use: () =>
          halves(typeof input === 'string' ? input : JSON.stringify(input)).map((partial_json) => ({
            type: 'input_json_delta',
            partial_json,
          })),
      }[String(block['type'])];
      const empty = {
        thinking: { thinking: '', signature: '' },
        text: { text: '' },
        tool_use: { input: {} },
      }[String(block['type'])];
      return [
        event({ type: 'content_block_start', index, content_block: { ...block, ...empty } }),
        ...(pieces?.() ?? []).map((delta) => event({ type: 'content_block_delta', index, delta })),
        event({ type: 'content_block_stop', index }),
      ];
    }),
    event({
      type: 'message_delta',
      delta: { stop_reason, stop_sequence },
      usage: { output_tokens: (usage as Json)['output_tokens'] },
    }),
    event({ type: 'message_stop' }),
  ],
  broken: (type, message) => event({ type: 'error', error: { type, message } }),
  open: opener((base_url, model) => anthropic({ model, key: TEST_KEY, base_url }), 'anthropic', MODEL),
};

export const RESPONSES: Dialect = {
  kind: 'openai',
  path: '/v1/responses',
  model: 'gpt-6.2-sol',
  whole: ({ text, thinking, calls = [], finish = 'done', usage = USAGE }) => ({
    id: 'resp_1',
    object: 'response',
    model: MODEL,
    status: finish === 'length' || finish === 'filter' ? 'incomplete' : 'completed',
    error: null,
    incomplete_details:
      finish === 'length'
        ? { reason: 'max_output_tokens' }
        : finish === 'filter'
          ? { reason: 'content_filter' }
          : null,
    output: [
      ...(thinking === undefined
        ? []
        : [
            {
              type: 'reasoning',
              id: 'rs_1',
              summary: [{ type: 'summary_text', text: thinking }],
              encrypted_content: 'ZW5jcnlwdGVk',
            },
          ]),
      ...(text === undefined && finish !== 'refusal'
        ? []
        : [
            {
              type: 'message',
              id: 'msg_1',
              role: 'assistant',
              status: 'completed',
              phase: 'commentary',
              content: [
                finish === 'refusal'
                  ? { type: 'refusal', refusal: text ?? 'no' }
                  : { type: 'output_text', text },
              ],
            },
          ]),
      ...calls.map(({ id, name, arguments: given }, index) => ({
        type: 'function_call',
        id: `fc_${index}`,
        call_id: id,
        name,
        arguments: given,
        status: 'completed',
      })),
    ],
    usage: {
      input_tokens: usage.fresh + usage.cached + usage.written,
      input_tokens_details: { cached_tokens: usage.cached, cache_write_tokens: usage.written },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 0,
    },
  }),
  frames: (response) => [
    event({
      type: 'response.created',
      sequence_number: 0,
      response: { ...response, output: [], status: 'in_progress' },
    }),
    ...(response['output'] as Json[]).flatMap((item, output_index) => [
      event({ type: 'response.output_item.added', output_index, item: { ...item, content: [] } }),
      ...(item['type'] === 'message'
        ? [event({ type: 'response.output_text.delta', output_index, delta: 'x' })]
        : []),
      event({ type: 'response.output_item.done', output_index, item }),
    ]),
    event({ type: `response.${String(response['status'])}`, response }),
  ],
  broken: (code, message) => event({ type: 'error', code, message, param: null, sequence_number: 3 }),
  open: opener(
    (url, model) => openaiResponses({ model, key: TEST_KEY, base_url: `${url}/v1` }),
    'openai',
    MODEL,
  ),
};

export const CHAT: Dialect = {
  kind: 'openai-chat',
  path: '/v1/chat/completions',
  model: 'gpt-6.2-sol',
  whole: ({ text, thinking, calls = [], finish = 'done', usage = USAGE }) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: MODEL,
    choices: [
      {
        index: 0,
        finish_reason: {
          done: calls.length > 0 ? 'tool_calls' : 'stop',
          length: 'length',
          filter: 'content_filter',
          refusal: 'stop',
        }[finish],
        message: {
          role: 'assistant',
          content: finish === 'refusal' ? null : (text ?? null),
          refusal: finish === 'refusal' ? (text ?? 'no') : null,
          ...(thinking !== undefined && { reasoning_content: thinking }),
          ...(calls.length > 0 && {
            tool_calls: calls.map(({ id, name, arguments: given }) => ({
              id,
              type: 'function',
              function: { name, arguments: given },
            })),
          }),
        },
      },
    ],
    usage: {
      prompt_tokens: usage.fresh + usage.cached + usage.written,
      prompt_tokens_details: { cached_tokens: usage.cached, cache_write_tokens: usage.written },
      completion_tokens: usage.output,
      total_tokens: 0,
    },
  }),
  frames: ({ choices, usage, ...head }) => {
    const base = { ...head, object: 'chat.completion.chunk' };
    const piece = (delta: Json, finish_reason: unknown = null): string =>
      chunk({ ...base, choices: [{ index: 0, delta, finish_reason }] });
    const [choice] = choices as { message: Json; finish_reason: string }[];
    const { content, refusal, reasoning_content, tool_calls } = choice?.message ?? {};
    const texts = Object.entries({ reasoning_content, refusal, content }).flatMap(([name, value]) =>
      typeof value === 'string' ? halves(value).map((part) => piece({ [name]: part })) : [],
    );
    const calls = ((tool_calls as Json[]) ?? []).flatMap((call, index) => {
      const { name, arguments: given } = call['function'] as { name: string; arguments: unknown };
      const parts = typeof given === 'string' ? halves(given) : [given];
      return parts.map((part, at) =>
        piece({
          tool_calls: [
            at === 0
              ? { index, id: call['id'], type: 'function', function: { name, arguments: part } }
              : { index, function: { arguments: part } },
          ],
        }),
      );
    });
    return [
      ...(choice
        ? [piece({ role: 'assistant', content: '' }), ...texts, ...calls, piece({}, choice.finish_reason)]
        : []),
      chunk({ ...base, choices: [], usage }),
      'data: [DONE]\n\n',
    ];
  },
  broken: (type, message) => chunk({ error: { type, message, code: null, param: null } }),
  open: opener((url, model) => openaiChat({ model, key: TEST_KEY, base_url: `${url}/v1` }), 'openai', MODEL),
};

export const DIALECTS: readonly Dialect[] = [ANTHROPIC, RESPONSES, CHAT];
