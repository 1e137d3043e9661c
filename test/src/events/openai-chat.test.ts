import { expect, test } from 'vitest';
import { caseBytes } from '../../support/cases.js';
import { readTrajectory } from '../../support/events.js';
import { imageChat } from '../../support/generate.js';

const call = (id: string | undefined, name: string, args: unknown) => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const asks = (...tool_calls: unknown[]) => ({ role: 'assistant', content: null, tool_calls });
const answers = (tool_call_id: string, content: unknown, more: object = {}) => ({
  role: 'tool',
  tool_call_id,
  content,
  ...more,
});
const bash = (id: string, cmd: string) => call(id, 'bash', JSON.stringify({ cmd }));

test('T01: null content is no text, and the word null never appears', async () => {
  const { events, summaries } = await readTrajectory(caseBytes('T01-null-content.json'));
  expect(events.map(({ type, input, output }) => [type, input, output])).toEqual([
    ['message', 'fix sub', ''],
    ['call', 'ls', 'src tests'],
    ['message', '', ''],
    ['message', 'done', ''],
  ]);
  expect(events[2]?.input_bytes).toBeNull();
  expect(summaries).toHaveLength(3);
  expect(
    [...summaries, JSON.stringify(events.map(({ input, output }) => input + output))].join(),
  ).not.toMatch(/null|None/);
});

test('T02: a call that was never answered says so, and the next message is not taken for its result', async () => {
  const { events, summaries } = await readTrajectory(caseBytes('T02-call-without-result.json'));
  const [, first, second, question] = events;
  expect(first?.notes).toEqual([]);
  expect(second).toMatchObject({
    command: 'pytest -q',
    output: '',
    output_bytes: null,
    notes: ['no_result_recorded'],
  });
  expect(question).toMatchObject({ type: 'message', role: 'user', input: 'are you there?' });
  expect(summaries[1]).toContain('no result recorded "pytest -q"');
});

test('T04: a result that nobody asked for is kept apart from every call', async () => {
  const { events } = await readTrajectory(caseBytes('T04-orphan-result.json'));
  expect(events[1]).toMatchObject({
    type: 'unmatched_result',
    tool: null,
    kind: null,
    command: null,
    input: '',
    input_bytes: null,
    output: '3 passed in 0.01s',
    notes: ['unmatched_result'],
  });
  expect(events.some(({ type }) => type === 'call')).toBe(false);
});

test('T05: parallel calls get their results by id, whatever the order', async () => {
  const { events } = await readTrajectory(caseBytes('T05-parallel-out-of-order.json'));
  expect(events.slice(1).map(({ command, output, turn }) => [command, output, turn])).toEqual([
    ['cat a', 'A', 1],
    ['cat b', 'B', 1],
    ['cat c', 'C', 1],
  ]);
});

test('T06: an inline picture is a short mark beside its text', async () => {
  const { events } = await readTrajectory(imageChat());
  expect(events[0]?.input).toBe('why is the chart empty?\n[image png, 1425 kB]');
  expect(events[0]?.notes).toEqual(['image']);
  expect(events[0]?.input_bytes).toBeLessThan(60);
});

test('T09: text that speaks to the judge is one message of its candidate and nothing more', async () => {
  const { events, summaries } = await readTrajectory(caseBytes('T09-injection.json'));
  expect(events.map(({ type, role }) => `${type} ${role}`)).toEqual([
    'message user',
    'message assistant',
    'unmatched_result tool',
  ]);
  expect(events[1]?.input).toContain('[END DATA]');
  // The index and the summaries carry sizes only, so nothing of it reaches whoever reads those first.
  expect(summaries).toEqual(['t1 e2-e3: assistant says 191 B; unmatched_result out 40 B']);
});

test('T10: BOM, CRLF, blank lines, U+2028 and a missing last newline lose nothing', async () => {
  const { events, warnings } = await readTrajectory(caseBytes('T10-bom-crlf-blank.jsonl'));
  expect(events.map(({ input }) => input)).toEqual([
    'fix sub',
    'line separator \u2028 inside',
    'last line, no newline',
  ]);
  expect(warnings).toEqual([]);
});

test('T10: a torn last line is named with its file and line', async () => {
  const { events, warnings } = await readTrajectory(caseBytes('T10b-torn-last-line.jsonl'));
  expect(events.map(({ input }) => input)).toEqual(['fix sub']);
  expect(warnings).toEqual(['trajectory.json: torn last line 2, it ends inside a record']);
});

test('T11: arguments are an object, empty, or shown raw where they are broken', async () => {
  const { events } = await readTrajectory(caseBytes('T11-arguments-shapes.json'));
  expect(
    events.slice(1).map(({ tool, command, input, output, notes }) => [tool, command, input, output, notes]),
  ).toEqual([
    ['bash', 'ls', 'ls', 'src', []],
    ['list', null, '', '[]', []],
    ['bash', null, '{"cmd":', 'error: invalid JSON', ['malformed_arguments']],
  ]);
});

test('T12: known parts are mapped, unknown ones are named, roles are folded', async () => {
  const { events } = await readTrajectory(caseBytes('T12-content-parts.json'));
  expect(events.map(({ type, role, input, output, notes }) => [type, role, input, output, notes])).toEqual([
    ['message', 'user', 'fix sub', '', []],
    ['message', 'assistant', '[thinking]\nhm\n[end of thinking]\n[thinking, redacted]\nok', '', []],
    ['call', 'assistant', 'ls', 'src\n[image png, 1 kB]', ['image']],
    ['message', 'assistant', '[part: something_new]', '', ['unknown_part']],
    ['message', 'system', 'be brief', '', []],
  ]);
});

test.each([
  { title: 'a field of the message', more: { exit_code: 2 }, exit: 2 },
  { title: 'extra.returncode', more: { extra: { returncode: -9 } }, exit: -9 },
  { title: 'metadata.exit_code', more: { metadata: { exit_code: 0 } }, exit: 0 },
  { title: 'a text in a field: none', more: { exit_code: '0' }, exit: null },
  { title: 'a boolean: none', more: { exit_code: true }, exit: null },
  { title: 'a fraction: none', more: { exit_code: 0.5 }, exit: null },
  { title: 'the text of the output: none', more: {}, exit: null },
])('an exit code is read from $title', async ({ more, exit }) => {
  const content = '<returncode>0</returncode>\n{"exit_code": 0}\nexit code 0';
  const { events } = await readTrajectory([asks(bash('a', 'make')), answers('a', content, more)]);
  expect(events[0]?.exit_code).toBe(exit);
});

test.each([
  { title: 'a result may come many turns later', late: 40 },
  { title: 'a result may come after more events than are buffered', late: 9000 },
])('$title', async ({ late }) => {
  const talk = Array.from({ length: late }, (_, i) => ({ role: 'assistant', content: `turn ${i}` }));
  const { events } = await readTrajectory([
    asks(bash('slow', 'make')),
    ...talk,
    answers('slow', 'built', { exit_code: 0 }),
  ]);
  expect(events[0]).toMatchObject({ id: 'e1', output: 'built', exit_code: 0, notes: [] });
  expect(events).toHaveLength(late + 1);
});

test('an id that is used again names the newest open call, and an answered call is not answered twice', async () => {
  const { events } = await readTrajectory([
    asks(bash('a', 'first')),
    answers('a', '1'),
    asks(bash('a', 'second')),
    answers('a', '2'),
    answers('a', '3'),
  ]);
  expect(events.map(({ type, command, output }) => [type, command, output])).toEqual([
    ['call', 'first', '1'],
    ['call', 'second', '2'],
    ['unmatched_result', null, '3'],
  ]);
});

test('ids that look like names of ours, or are names of every object, are only ids', async () => {
  const { events } = await readTrajectory([
    asks(bash('n1', 'a'), bash('__proto__', 'b'), bash('constructor', 'c')),
    answers('constructor', 'C'),
    answers('__proto__', 'B'),
    answers('n1', 'A'),
    answers('toString', 'D'),
  ]);
  expect(events.map(({ command, output }) => [command, output])).toEqual([
    ['a', 'A'],
    ['b', 'B'],
    ['c', 'C'],
    [null, 'D'],
  ]);
});

test('the same request in the next turn is a retry; the same one twice in a turn is not', async () => {
  const { events } = await readTrajectory([
    asks(bash('a', 'make'), bash('b', 'make')),
    asks(bash('c', 'make')),
    asks(bash('d', 'make test')),
    asks(bash('e', 'make')),
  ]);
  expect(events.map(({ notes }) => notes.includes('retry'))).toEqual([false, false, true, false, false]);
});

test('the older function_call and role function pair up by order', async () => {
  const { events } = await readTrajectory([
    {
      role: 'assistant',
      content: 'let me look',
      function_call: { name: 'view', arguments: '{"path":"a.py"}' },
    },
    { role: 'function', name: 'view', content: 'x = 1' },
  ]);
  expect(events.map(({ type, input, output, files }) => [type, input, output, files])).toEqual([
    ['message', 'let me look', '', []],
    ['call', 'path: a.py', 'x = 1', ['a.py']],
  ]);
});

test.each([
  ['a number', 7],
  ['null', null],
  ['a text', 'hello'],
  ['a list', []],
  ['an object without a role', { a: 1, b: { c: 2 } }],
  ['a role that is no text', { role: 5, content: 'x' }],
])('%s in place of a message is named and does not stop the reading', async (_, record) => {
  const { events } = await readTrajectory([record, { role: 'user', content: 'next' }]);
  expect(events[0]?.notes).toEqual(['unknown_part']);
  expect(events[0]?.input).toMatch(/^\[part: /);
  expect(events[1]?.input).toBe('next');
});

test('an unknown role is shown with its name', async () => {
  const { events } = await readTrajectory([{ role: 'ipython', content: 'out' }]);
  expect(events[0]).toMatchObject({ role: 'user', input: '[role: ipython]\nout', notes: ['unknown_part'] });
});

test('reasoning and refusals stand in the message under their names', async () => {
  const { events } = await readTrajectory([
    { role: 'assistant', content: 'ok', reasoning_content: 'hm' },
    { role: 'assistant', content: null, refusal: 'no' },
  ]);
  expect(events.map(({ input }) => input)).toEqual([
    '[thinking]\nhm\n[end of thinking]\nok',
    '[refusal]\nno',
  ]);
});

test('malformed tool calls are left out or shown, never thrown', async () => {
  const { events } = await readTrajectory([
    { role: 'assistant', content: 'x', tool_calls: 'none' },
    {
      role: 'assistant',
      content: 'x',
      tool_calls: [null, 3, {}, { id: 4, function: null }, call('b', 'bash', [1, 2])],
    },
  ]);
  expect(events.map(({ type, tool, input }) => [type, tool, input])).toEqual([
    ['message', null, 'x'],
    ['message', null, 'x'],
    ['call', '', ''],
    ['call', '', ''],
    ['call', 'bash', '[1,2]'],
  ]);
});
