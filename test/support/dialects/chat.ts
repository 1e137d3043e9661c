/** The Chat Completions format as a test server speaks it. */
import { openaiChat } from '../../../harness/apis/openai-chat.js';
import { chunk, type Dialect, halves, type Json, MODEL, opener, TEST_KEY, USAGE } from './dialect.js';

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
