/** The Messages format as a test server speaks it. */
import { anthropic } from '../../../harness/apis/anthropic.js';
import { type Dialect, event, halves, type Json, MODEL, opener, parsed, TEST_KEY, USAGE } from './dialect.js';

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
