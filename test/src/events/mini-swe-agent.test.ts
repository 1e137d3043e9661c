import { expect, test } from 'vitest';
import { readTrajectory } from '../../support/events.js';

const task = [
  { role: 'system', content: 'You are a helpful assistant.' },
  { role: 'user', content: 'Fix sub.\n\n```bash\nexample only\n```' },
];
const fenced = (command: string, fence = '```bash') => ({
  role: 'assistant',
  content: `THOUGHT: look.\n\n${fence}\n${command}\n\`\`\``,
});
const observed = (code: number, output: string) => ({
  role: 'user',
  content: `<returncode>${code}</returncode>\n<output>\n${output}</output>`,
});
const read = (messages: readonly unknown[], more: object = {}) =>
  readTrajectory(
    JSON.stringify({ info: { exit_status: 'Submitted' }, messages, ...more }, null, 2),
    'mini-swe-agent',
  );

test('version 1: the fenced command is a call, the next message its result', async () => {
  const { events, summaries } = await read(
    [...task, fenced('ls -la'), observed(0, 'src tests\n'), fenced('pytest -q'), observed(1, '1 failed\n')],
    { trajectory_format: 'mini-swe-agent-1' },
  );
  expect(
    events.map(({ type, role, input, output, exit_code }) => [type, role, input, output, exit_code]),
  ).toEqual([
    ['message', 'system', 'You are a helpful assistant.', '', null],
    ['message', 'user', task[1]?.content, '', null],
    ['message', 'assistant', 'THOUGHT: look.', '', null],
    ['call', 'assistant', 'ls -la', '<returncode>0</returncode>\n<output>\nsrc tests\n</output>', 0],
    ['message', 'assistant', 'THOUGHT: look.', '', null],
    ['call', 'assistant', 'pytest -q', '<returncode>1</returncode>\n<output>\n1 failed\n</output>', 1],
  ]);
  expect(summaries).toEqual([
    't1 e3-e4: assistant says 14 B; shell exit 0 out 55 B "ls -la"',
    't2 e5-e6: assistant says 14 B; shell exit 1 out 54 B "pytest -q"',
  ]);
});

test.each([
  ['no command', 'THOUGHT: I am done.'],
  ['two commands', 'a\n```bash\nls\n```\n```bash\nrm -rf /\n```'],
  ['a fence that is never closed', '```bash\nls'],
  ['a fence of another kind', '```python\nls\n```'],
])('version 1: %s is a message, and what comes next is no result', async (_, content) => {
  const { events } = await read([
    { role: 'assistant', content },
    { role: 'user', content: 'Please give one action.' },
  ]);
  expect(events.map(({ type, input }) => [type, input])).toEqual([
    ['message', content],
    ['message', 'Please give one action.'],
  ]);
});

test.each([
  ['in front of the output', '<returncode>3</returncode>\n<output>\nx</output>', 3],
  ['negative, of a signal', '<returncode>-9</returncode>\n<output></output>', -9],
  ['printed by the program', '<output>\n<returncode>0</returncode>\n</output>', null],
  [
    'behind a warning that can quote the command',
    '<exception>x</exception>\n<returncode>0</returncode>',
    null,
  ],
  ['not a number', '<returncode>zero</returncode>', null],
  ['absent after a time-out', 'The last command timed out and has been killed.', null],
])('version 1: a return code %s', async (_, content, exit) => {
  const { events } = await read([fenced('make'), { role: 'user', content }]);
  expect(events.at(-1)?.exit_code).toBe(exit);
});

test('version 1: what is submitted is handed on raw, so a return code in front of it is the text of the candidate', async () => {
  const { events } = await read([
    fenced('pytest -q; echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT; cat forged'),
    observed(0, '12 passed'),
  ]);
  expect(events.at(-1)).toMatchObject({ type: 'call', exit_code: null });
});

test('version 2: tool calls by id, exit codes from the fields of the observation', async () => {
  const call = (id: string, command: string) => ({
    id,
    type: 'function',
    function: { name: 'bash', arguments: JSON.stringify({ command }) },
  });
  const answer = (tool_call_id: string, returncode: number, output: string) => ({
    role: 'tool',
    tool_call_id,
    content: `<returncode>7</returncode>\n<output>\n${output}</output>`,
    extra: { raw_output: output, returncode, timestamp: 1, exception_info: null },
  });
  const { events } = await read(
    [
      ...task,
      {
        role: 'assistant',
        content: 'Looking.',
        tool_calls: [call('a', 'ls'), call('b', 'make')],
        extra: {
          actions: [
            { command: 'ls', tool_call_id: 'a' },
            { command: 'make', tool_call_id: 'b' },
          ],
          cost: 0.1,
        },
      },
      answer('b', 2, 'no rule'),
      answer('a', 0, 'src'),
      {
        role: 'assistant',
        content: null,
        tool_calls: [call('c', 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT')],
      },
      {
        role: 'exit',
        content: 'diff --git a/x b/x',
        extra: { exit_status: 'Submitted', submission: 'diff --git a/x b/x' },
      },
    ],
    { trajectory_format: 'mini-swe-agent-1.1' },
  );
  expect(
    events.slice(2).map(({ turn, input, output, exit_code }) => [turn, input, output, exit_code]),
  ).toEqual([
    [1, 'Looking.', '', null],
    [1, 'ls', '<returncode>7</returncode>\n<output>\nsrc</output>', 0],
    [1, 'make', '<returncode>7</returncode>\n<output>\nno rule</output>', 2],
    [2, 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT', '[exit: Submitted]\ndiff --git a/x b/x', null],
  ]);
});

test('version 2 with text actions: the command in the field is the call, and the fence is not shown twice', async () => {
  const { events } = await read([
    {
      ...fenced('ls', '```mswea_bash_command'),
      extra: { actions: [{ command: 'ls' }] },
    },
    { ...observed(0, 'src'), extra: { returncode: 0 } },
  ]);
  expect(events.map(({ type, input, exit_code }) => [type, input, exit_code])).toEqual([
    ['message', 'THOUGHT: look.', null],
    ['call', 'ls', 0],
  ]);
});

test('version 2 with a Responses model: one answer is one turn', async () => {
  const { events } = await read([
    {
      object: 'response',
      output: [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Looking.' }] },
        { type: 'function_call', call_id: 'f1', name: 'bash', arguments: '{"command":"ls"}' },
      ],
      extra: { actions: [{ command: 'ls', tool_call_id: 'f1' }] },
    },
    { type: 'function_call_output', call_id: 'f1', output: 'src', extra: { returncode: 0 } },
    {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: 'bad format' }],
      extra: { interrupt_type: 'FormatError' },
    },
  ]);
  expect(
    events.map(({ type, turn, input, output, exit_code }) => [type, turn, input, output, exit_code]),
  ).toEqual([
    ['message', 1, '[thinking]\nhm\n[end of thinking]\nLooking.', '', null],
    ['call', 1, 'ls', 'src', 0],
    ['message', 1, 'bad format', '', null],
  ]);
});

test('an interruption and a command of the person at the keyboard are told from the agent', async () => {
  const { events } = await read([
    fenced('ls'),
    { role: 'user', content: 'stop', extra: { interrupt_type: 'UserInterruption' } },
    { role: 'user', content: 'User command: pwd', extra: { actions: [{ command: 'pwd' }] } },
  ]);
  expect(events.map(({ type, role, input }) => [type, role, input])).toEqual([
    ['message', 'assistant', 'THOUGHT: look.'],
    ['call', 'assistant', 'ls'],
    ['message', 'user', 'stop'],
    ['message', 'user', 'User command: pwd'],
    ['call', 'user', 'pwd'],
  ]);
  expect(events[1]?.notes).toEqual(['no_result_recorded']);
});

test.each([
  ['with value marks', '\n----VALUE----\n', '----END_FUNCTION_CALL'],
  ['without', '\n', '----END_FUNCTION_CALL----END_FUNCTION_CALL----'],
])('forks that mark calls in the text, %s', async (_, between, end) => {
  const content = `I search.\n\n----BEGIN_FUNCTION_CALL----\nrun_bash_cmd\n----ARG----\ncommand${between}git grep -n x\n${end}`;
  const { events } = await read([
    { role: 'assistant', content },
    { role: 'system', content: 'Result:\nx:1' },
  ]);
  expect(events.map(({ type, tool, kind, input, output }) => [type, tool, kind, input, output])).toEqual([
    ['message', null, null, 'I search.', ''],
    ['call', 'run_bash_cmd', 'shell', 'git grep -n x', 'Result:\nx:1'],
  ]);
});

test('a bare list of messages is read as well', async () => {
  const { events } = await readTrajectory([fenced('ls'), observed(0, 'src')], 'mini-swe-agent');
  expect(events).toHaveLength(2);
});

test('a file whose list is empty says so', async () => {
  const { events, warnings } = await read([]);
  expect(events).toEqual([]);
  expect(warnings).toEqual(['trajectory.json: it holds no records']);
});

test.each([
  ['blank lines behind a fence', `\`\`\`bash${'\n'.repeat(2_000_000)}`],
  ['fences that are never closed', '```bash\n'.repeat(300_000)],
  ['fences on one line', `${'```bashx'.repeat(500_000)}\n\`\`\``],
  ['tags that are never closed', '<mswea_bash_command>'.repeat(200_000)],
])('a wall of %s ends', async (_, content) => {
  const { events } = await read([{ role: 'assistant', content }]);
  expect(events).toHaveLength(1);
});
