/** The same conversation in every format that keeps messages, calls and results apart: for cases that hold for all of them. */
import type { TrajectoryFormat } from '../../src/vocabulary.js';

export interface Ask {
  readonly id: string;
  readonly name: string;
  /** An object, a text, or anything that a model may have sent. */
  readonly args: unknown;
}

export interface Speaker {
  readonly format: TrajectoryFormat;
  user(content: unknown): readonly unknown[];
  /** What the model says, then the calls that it makes in the same turn. */
  assistant(words: unknown, ...asks: readonly Ask[]): readonly unknown[];
  result(id: string, content: unknown): readonly unknown[];
  image(words: string, dataUrl: string): readonly unknown[];
  /** The whole file. */
  file(records: readonly unknown[]): string;
}

const lines = (records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
const json = (value: unknown): string => JSON.stringify(value);
const asText = (args: unknown): unknown => (typeof args === 'string' ? args : json(args));

const chatCall = ({ id, name, args }: Ask) => ({ id, type: 'function', function: { name, arguments: args } });

const chat: Omit<Speaker, 'format' | 'file'> = {
  user: (content) => [{ role: 'user', content }],
  assistant: (content, ...asks) => [
    { role: 'assistant', content, ...(asks.length > 0 ? { tool_calls: asks.map(chatCall) } : {}) },
  ],
  result: (tool_call_id, content) => [{ role: 'tool', tool_call_id, content }],
  image: (text, url) => [
    {
      role: 'user',
      content: [
        { type: 'text', text },
        { type: 'image_url', image_url: { url } },
      ],
    },
  ],
};

const base64Of = (dataUrl: string): string => dataUrl.slice(dataUrl.indexOf(',') + 1);

const anthropicImage = (dataUrl: string) => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: base64Of(dataUrl) },
});

const partsOf = (words: unknown): readonly unknown[] =>
  words === null ? [] : Array.isArray(words) ? words : [{ type: 'text', text: words }];

const anthropic: Omit<Speaker, 'format' | 'file'> = {
  user: (content) => [{ role: 'user', content }],
  assistant: (words, ...asks) => [
    {
      role: 'assistant',
      content: [
        ...partsOf(words),
        ...asks.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args })),
      ],
    },
  ],
  result: (tool_use_id, content) => [
    { role: 'user', content: [{ type: 'tool_result', tool_use_id, content }] },
  ],
  image: (text, url) => [{ role: 'user', content: [{ type: 'text', text }, anthropicImage(url)] }],
};

const items: Omit<Speaker, 'format' | 'file'> = {
  user: (content) => [{ type: 'message', role: 'user', content }],
  assistant: (words, ...asks) => [
    ...(words === null ? [] : [{ type: 'message', role: 'assistant', content: words }]),
    ...asks.map(({ id, name, args }) => ({ type: 'function_call', call_id: id, name, arguments: args })),
  ],
  result: (call_id, output) => [{ type: 'function_call_output', call_id, output }],
  image: (text, url) => [
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text },
        { type: 'input_image', image_url: url },
      ],
    },
  ],
};

let lineIds = 0;
const claudeLine = (record: unknown) => {
  if (typeof record !== 'object' || record === null || !('role' in record)) return record;
  const message: object & { role: unknown } = record;
  lineIds += 1;
  const isAssistant = message.role === 'assistant';
  return {
    type: isAssistant ? 'assistant' : 'user',
    sessionId: 'S',
    uuid: `u${lineIds}`,
    parentUuid: null,
    version: '2.1.14',
    message: isAssistant ? { id: `msg_${lineIds}`, ...message } : message,
  };
};

const openhands: Omit<Speaker, 'format' | 'file'> = {
  user: (content) => [
    {
      id: 'u',
      source: 'user',
      kind: 'MessageEvent',
      llm_message: { role: 'user', content: partsOf(content) },
    },
  ],
  assistant: (words, ...asks) => {
    lineIds += 1;
    const turn = { source: 'agent', llm_response_id: `r${lineIds}` };
    if (asks.length === 0) {
      const llm_message = { role: 'assistant', content: partsOf(words) };
      return [{ id: 'a', ...turn, kind: 'MessageEvent', llm_message }];
    }
    return asks.map(({ id, name, args }, at) => ({
      id: `e${id}`,
      ...turn,
      kind: 'ActionEvent',
      thought: at === 0 ? partsOf(words) : [],
      action: null,
      tool_name: name,
      tool_call_id: id,
      tool_call: { id, name, arguments: args },
    }));
  },
  result: (tool_call_id, content) => [
    {
      id: 'o',
      source: 'environment',
      kind: 'ObservationEvent',
      tool_call_id,
      observation: { kind: 'TerminalObservation', content: partsOf(content) },
    },
  ],
  image: (text, url) => [
    {
      id: 'u',
      source: 'user',
      kind: 'MessageEvent',
      llm_message: {
        role: 'user',
        content: [
          { type: 'text', text },
          { type: 'image', image_urls: [], image: url },
        ],
      },
    },
  ],
};

const atif: Omit<Speaker, 'format' | 'file'> = {
  user: (message) => [{ source: 'user', message }],
  assistant: (message, ...asks) => [
    {
      source: 'agent',
      message,
      tool_calls: asks.map(({ id, name, args }) => ({
        tool_call_id: id,
        function_name: name,
        arguments: args,
      })),
    },
  ],
  // Results mostly stand in the step of their call; in a step of its own they are told from what the agent says by it.
  result: (source_call_id, content) => [
    { source: 'agent', message: '', observation: { results: [{ source_call_id, content }] } },
  ],
  image: (text, url) => [
    {
      source: 'user',
      message: [
        { type: 'text', text },
        { type: 'image', source: { media_type: 'image/png', data: base64Of(url) } },
      ],
    },
  ],
};

const inspectCall = ({ id, name, args }: Ask) => ({ id, function: name, arguments: args, type: 'function' });

export const SPEAKERS: readonly Speaker[] = [
  { format: 'openai-chat', ...chat, file: (messages) => json({ messages }) },
  {
    format: 'verifiers',
    ...chat,
    file: (all) => json({ prompt: all.slice(0, 1), completion: all.slice(1) }),
  },
  {
    format: 'mini-swe-agent',
    ...chat,
    file: (messages) => json({ info: {}, messages, trajectory_format: 'mini-swe-agent-1.1' }),
  },
  {
    format: 'inspect',
    ...chat,
    assistant: (content, ...asks) => [{ role: 'assistant', content, tool_calls: asks.map(inspectCall) }],
    image: (text, url) => [
      {
        role: 'user',
        content: [
          { type: 'text', text },
          { type: 'image', image: url },
        ],
      },
    ],
    file: (messages) => json({ id: 1, epoch: 1, messages }),
  },
  { format: 'anthropic', ...anthropic, file: (messages) => json({ messages }) },
  { format: 'claude-code', ...anthropic, file: (messages) => lines(messages.map(claudeLine)) },
  { format: 'openai-responses', ...items, file: json },
  {
    format: 'nemo-gym',
    ...items,
    file: (all) =>
      json({ responses_create_params: { input: all.slice(0, 1) }, response: { output: all.slice(1) } }),
  },
  {
    format: 'codex',
    ...items,
    file: (all) => lines(all.map((payload) => ({ type: 'response_item', payload }))),
  },
  {
    format: 'openhands',
    ...openhands,
    assistant: (words, ...asks) =>
      openhands.assistant(words, ...asks.map((ask) => ({ ...ask, args: asText(ask.args) }))),
    file: (history) => json({ history }),
  },
  { format: 'atif', ...atif, file: (steps) => json({ schema_version: 'ATIF-v1.7', steps }) },
];
