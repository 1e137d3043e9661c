/** How each harness and trainer writes a trial: turns of a command, its output and a word, 4-5 kB each. */
import type { TrajectoryFormat } from '../src/vocabulary.js';
import { CODE } from './chat.js';

/** What is written around the records of a file; those of `again` repeat them, as harnesses do that keep two views of a run. */
export interface Shape {
  readonly format: TrajectoryFormat;
  readonly file: string;
  readonly head: string;
  readonly turn: (turn: Turn) => readonly unknown[];
  readonly again?: { readonly head: string; readonly turn: (turn: Turn) => readonly unknown[] };
  readonly tail: string;
  readonly between: string;
  readonly packed?: 'zip' | 'gz';
}

interface Turn {
  readonly number: number;
  readonly id: string;
  readonly words: string;
  readonly command: string;
  readonly output: string;
}

export function turnOf(number: number): Turn {
  const command = `cd /testbed && sed -n '${number},${number + 60}p' src/resolver.py && python -m pytest -q tests/test_resolver.py`;
  const words = number % 7 === 0 ? `I look … step ${number}` : `I look at the resolver, step ${number}.`;
  const output = `${`${CODE}\n`.repeat(12 + (number % 5))}\n${number} passed in 0.12s`;
  return { number, id: `call_${number}`, words, command, output };
}

const chatCall = ({ id, command }: Turn) => ({
  id,
  type: 'function',
  function: { name: 'bash', arguments: JSON.stringify({ command }) },
});
const chat = (turn: Turn): readonly object[] => [
  { role: 'assistant', content: turn.words, tool_calls: [chatCall(turn)] },
  { role: 'tool', tool_call_id: turn.id, content: turn.output },
];
const anthropicTurn = ({ id, words, command, output }: Turn) => [
  {
    role: 'assistant',
    content: [
      { type: 'text', text: words },
      { type: 'tool_use', id, name: 'bash', input: { command } },
    ],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: output }] },
];
const items = ({ id, words, command, output }: Turn) => [
  { type: 'message', id: `m_${id}`, role: 'assistant', content: [{ type: 'output_text', text: words }] },
  { type: 'function_call', call_id: id, name: 'bash', arguments: JSON.stringify({ command }) },
  { type: 'function_call_output', call_id: id, output },
];
const inspectChat = ({ id, words, command, output }: Turn) => [
  {
    role: 'assistant',
    id: `a_${id}`,
    content: words,
    source: 'generate',
    tool_calls: [{ id, function: 'bash', arguments: { cmd: command }, type: 'function' }],
  },
  { role: 'tool', id: `t_${id}`, tool_call_id: id, function: 'bash', content: output },
];
const inspectEvents = ({ id, command, output }: Turn) => [
  { event: 'tool', id, function: 'bash', arguments: { cmd: command }, result: output },
];
const claudeTurn = (turn: Turn) => {
  const shared = { sessionId: 'S', version: '2.1.14', cwd: '/testbed', isSidechain: false };
  return anthropicTurn(turn).map((message) => ({
    ...shared,
    type: message.role,
    uuid: `${turn.id}-${message.role}`,
    message: message.role === 'assistant' ? { id: `msg_${turn.id}`, ...message } : message,
  }));
};
const codexTurn = (turn: Turn) =>
  items(turn).map((payload) => ({ timestamp: 't', type: 'response_item', payload }));
const openhandsTurn = ({ number, words, command, output }: Turn) => [
  {
    id: 2 * number,
    timestamp: 't',
    source: 'agent',
    message: words,
    action: 'run',
    args: { command, thought: words },
    tool_call_metadata: { function_name: 'execute_bash', tool_call_id: `c${number}` },
  },
  {
    id: 2 * number + 1,
    timestamp: 't',
    source: 'agent',
    message: '',
    cause: 2 * number,
    observation: 'run',
    content: output,
    extras: { command, metadata: { exit_code: 0 } },
    success: true,
  },
];
const atifTurn = ({ number, id, words, command, output }: Turn) => [
  {
    step_id: number,
    source: 'agent',
    message: words,
    tool_calls: [{ tool_call_id: id, function_name: 'bash', arguments: { command } }],
    observation: { results: [{ source_call_id: id, content: output }] },
  },
];
const sweStep = ({ words, command, output }: Turn) => [
  {
    action: command,
    observation: output,
    response: words,
    thought: words,
    execution_time: 0.2,
    state: { working_dir: '/testbed' },
    extra_info: {},
  },
];
const sweHistory = (turn: Turn) =>
  chat(turn).map((message) => ({ ...message, agent: 'main', message_type: 'action' }));
const searches = ({ words, output }: Turn) => [
  { role: 'assistant', content: words },
  { role: 'user', content: `Result of search_class("Resolver"):\n${output}\n` },
];
const prompt = ({ command, output }: Turn) => [`root@1f2e:/app# ${command}\n${output}\n`];
const markdown = ({ words, output }: Turn) => [
  `\n#### ${words}  \n\n${words}\n\nsrc/a.py\n\`\`\`python\n<<<<<<< SEARCH\n${output}\n=======\n>>>>>>> REPLACE\n\`\`\`\n\n> Applied edit to src/a.py  \n`,
];

const ASKED = '{"role": "user", "content": "The resolver loses names."}';
const SAMPLE = `{"id": 1, "epoch": 1, "input": "The resolver loses names.", "target": "", "messages": [${ASKED}, `;
const SCORED = '], "scores": {"checks": {"value": "C"}}, "model_usage": {}}';
const LOG = '{"version": 2, "status": "success", "eval": {"task": "resolver"}, "plan": {}, "samples": [';
const MINI = '{"info": {"exit_status": "Submitted", "submission": ""}, "messages": [';
const HANDED_IN =
  '{"instance_id": "resolver-1", "test_result": {"git_patch": ""}, "metadata": {}, "history": [';
const inspectRest = {
  again: { head: '], "events": [{"event": "sample_init"}, ', turn: inspectEvents },
  between: ', ',
};

/** By name: what harnesses and trainers write. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  'SWE-agent .traj': {
    format: 'swe-agent',
    file: 'resolver-1.traj',
    head: '{"environment": "swe_main", "trajectory": [',
    turn: sweStep,
    again: { head: '], "history": [', turn: sweHistory },
    tail: '], "info": {"exit_status": "submitted", "submission": ""}}',
    between: ', ',
  },
  'mini-swe-agent': {
    format: 'mini-swe-agent',
    file: 'resolver-1.traj.json',
    head: MINI,
    turn: chat,
    tail: '], "trajectory_format": "mini-swe-agent-1.1"}',
    between: ', ',
  },
  'OpenHands output.jsonl': {
    format: 'openhands',
    file: 'output.jsonl',
    head: HANDED_IN,
    turn: openhandsTurn,
    tail: ']}\n',
    between: ', ',
  },
  'Inspect .json': {
    format: 'inspect',
    file: 'log.json',
    head: LOG + SAMPLE,
    turn: inspectChat,
    ...inspectRest,
    tail: `${SCORED}]}`,
  },
  'Inspect .eval': {
    format: 'inspect',
    file: 'log.eval',
    head: SAMPLE,
    turn: inspectChat,
    ...inspectRest,
    tail: SCORED,
    packed: 'zip',
  },
  'Claude Code': {
    format: 'claude-code',
    file: 'session.jsonl',
    head: '',
    turn: claudeTurn,
    tail: '\n',
    between: '\n',
  },
  Codex: {
    format: 'codex',
    file: 'rollout-1.jsonl',
    head: '{"timestamp": "t", "type": "session_meta", "payload": {"id": "S", "cwd": "/w", "cli_version": "0.98.0"}}\n',
    turn: codexTurn,
    tail: '\n',
    between: '\n',
  },
  'Codex, gz': {
    format: 'codex',
    file: 'rollout-1.jsonl.gz',
    head: '{"timestamp": "t", "type": "session_meta", "payload": {"id": "S", "cwd": "/w", "cli_version": "0.98.0"}}\n',
    turn: codexTurn,
    tail: '\n',
    between: '\n',
    packed: 'gz',
  },
  ATIF: {
    format: 'atif',
    file: 'trajectory.json',
    head: '{"schema_version": "ATIF-v1.7", "session_id": "s", "agent": {"name": "a", "version": "1"}, "steps": [',
    turn: atifTurn,
    tail: ']}',
    between: ', ',
  },
  'chat, one document': {
    format: 'openai-chat',
    file: 'chat.json',
    head: `{"model": "m", "messages": [${ASKED}, `,
    turn: chat,
    tail: ']}',
    between: ', ',
  },
  'chat, lines': {
    format: 'openai-chat',
    file: 'chat.jsonl',
    head: `${ASKED}\n`,
    turn: chat,
    tail: '\n',
    between: '\n',
  },
  'Responses items': {
    format: 'openai-responses',
    file: 'exchange.json',
    head: `{"input": [${ASKED}], "output": [`,
    turn: items,
    tail: ']}',
    between: ', ',
  },
  'Anthropic messages': {
    format: 'anthropic',
    file: 'request.json',
    head: `{"model": "m", "system": "s", "messages": [${ASKED}, `,
    turn: anthropicTurn,
    tail: ']}',
    between: ', ',
  },
  'verifiers results': {
    format: 'verifiers',
    file: 'results.jsonl',
    head: `{"example_id": 0, "prompt": [${ASKED}], "reward": 1.0, "completion": [`,
    turn: chat,
    tail: ']}\n',
    between: ', ',
  },
  'NeMo-Gym': {
    format: 'nemo-gym',
    file: 'rollouts.jsonl',
    head: `{"responses_create_params": {"input": [${ASKED}]}, "reward": 1.0, "response": {"object": "response", "output": [`,
    turn: items,
    tail: ']}}\n',
    between: ', ',
  },
  AutoCodeRover: {
    format: 'autocoderover',
    file: 'conversation_round_0.json',
    head: `[${ASKED}, `,
    turn: searches,
    tail: ']',
    between: ', ',
  },
  'Terminal-Bench log': {
    format: 'terminal-bench',
    file: 'sessions/agent.log',
    head: '',
    turn: prompt,
    tail: '',
    between: '',
  },
  'Aider history': {
    format: 'aider',
    file: '.aider.chat.history.md',
    head: '# aider chat started at 2025-01-01 10:00:00\n',
    turn: markdown,
    tail: '',
    between: '',
  },
};
