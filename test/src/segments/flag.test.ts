import { expect, test } from 'vitest';
import type { TraceEvent } from '../../../src/events/event.js';
import type { SegmentRules } from '../../../src/records/segment-rules.js';
import { flagTurns } from '../../../src/segments/flag.js';
import { spansOfTurns, turnSpans } from '../../../src/segments/spans.js';

const RULES: SegmentRules = {
  harness: 'openai-chat',
  version: 1,
  tools: ['bash', 'mcp__*', 'a*b*c'],
  markup: ['<tool_call>', '```bash_command'],
};
const event = (more: Partial<TraceEvent>): TraceEvent => ({
  ...{ id: 'e1', turn: 1, thread: 'main', type: 'message', role: 'assistant', tool: null, kind: null },
  ...{ command: null, exit_code: null, files: [], input_bytes: null, output_bytes: null, notes: [] },
  ...{ input: '', output: '' },
  ...more,
});
const call = (tool: string, more: Partial<TraceEvent> = {}) => event({ type: 'call', tool, ...more });
const says = (input: string, more: Partial<TraceEvent> = {}) => event({ input, ...more });
async function* stream(events: readonly TraceEvent[]) {
  yield* events;
}
const rulesOf = async (events: readonly TraceEvent[], rules = RULES) =>
  (await flagTurns(stream(events), rules)).map(({ rule }) => rule);

test.each([
  ['a known tool', call('bash'), []],
  ['a tool of a server', call('mcp__files__read'), []],
  ['a name that no pattern begins', call('xmcp__files'), ['unknown_tool']],
  ['parts in order', call('a1b2c'), []],
  ['parts that would overlap', call('abbc'.slice(0, 2)), ['unknown_tool']],
  ['a name in another letter case', call('Bash'), ['unknown_tool']],
  ['arguments that are none', call('bash', { notes: ['malformed_arguments'] }), ['malformed_arguments']],
  ['a call left in prose', says('ok <tool_call>{"name": 1'), ['malformed_markup']],
  ['a call that is talked about', says('write `<tool_call>` or\n```\n<tool_call>\n```\n'), []],
  ['a mark behind a fence that never ends', says('```\n<tool_call>'), ['malformed_markup']],
  ['a second command block', says('```bash_command\nls\n```\n'), ['malformed_markup']],
  ['the same words by a tool', says('<tool_call>', { role: 'tool' }), []],
  ['the same words before the first turn', says('<tool_call>', { turn: 0 }), []],
])('%s', async (_, one, expected) => {
  expect(await rulesOf([one])).toEqual(expected);
});

test('without a list of tools every name is as good as another', async () => {
  expect(await rulesOf([call('anything')], { ...RULES, tools: null })).toEqual([]);
});

test('a turn is flagged once, by its first event', async () => {
  const events = [call('x', { id: 'e1' }), call('y', { id: 'e2' }), call('z', { id: 'e3', turn: 3 })];
  expect(await flagTurns(stream(events), RULES)).toEqual([
    { turn: 1, rule: 'unknown_tool', event: 'e1' },
    { turn: 3, rule: 'unknown_tool', event: 'e3' },
  ]);
});

test.each([
  [
    'counts',
    { turn_tokens: [10, 0, 5] },
    [
      [0, 10],
      [10, 10],
      [10, 15],
    ],
  ],
  [
    'offsets',
    {
      turn_spans: [
        [2, 4],
        [9, 12],
      ] as [number, number][],
    },
    [
      [2, 4],
      [9, 12],
    ],
  ],
  ['neither', {}, null],
])('turns lie in tokens by %s', (_, given, expected) => {
  expect(turnSpans(given)).toEqual(expected);
});

test('flagged turns become tokens, neighbours one span, empty and unknown turns none', () => {
  const spans = turnSpans({ turn_tokens: [10, 5, 0, 7] })!;
  expect(spansOfTurns([1, 2], spans)).toEqual([[0, 15]]);
  expect(spansOfTurns([3, 9], spans)).toEqual([]);
  expect(spansOfTurns([4, 1], spans)).toEqual([
    [0, 10],
    [15, 22],
  ]);
});
