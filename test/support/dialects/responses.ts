/** The Responses format as a test server speaks it. */
import { openaiResponses } from '../../../harness/apis/openai-responses.js';
import { type Dialect, event, type Json, MODEL, opener, TEST_KEY, USAGE } from './dialect.js';

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
