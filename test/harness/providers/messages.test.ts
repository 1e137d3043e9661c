import { expect, test } from 'vitest';
import { answerCalls, repairMessages, userMessage } from '../../../harness/providers/messages.js';
import type { Message, ToolResult } from '../../../harness/providers/port.js';

const calls = ['t1', 't2'].map((id) => ({ id, name: 'x', arguments: {}, malformed: null }));
const asked: Message = { role: 'assistant', text: '', calls, content: null };
const result = (call_id: string): ToolResult => ({ call_id, text: call_id, is_error: false });
const user = (...results: ToolResult[]): Message => ({ role: 'user', results, text: [] });

const ids = (messages: readonly Message[]): string[][] =>
  messages.map((message) =>
    message.role === 'user'
      ? message.results.map(({ call_id, is_error }) => call_id + (is_error ? '!' : ''))
      : ['-'],
  );

test.each<{ title: string; messages: Message[]; expected: string[][] }>([
  { title: 'nothing', messages: [], expected: [] },
  {
    title: 'a whole conversation',
    messages: [userMessage('q'), asked, user(result('t1'), result('t2'))],
    expected: [[], ['-'], ['t1', 't2']],
  },
  {
    title: 'results in the wrong order',
    messages: [asked, user(result('t2'), result('t1'))],
    expected: [['-'], ['t1', 't2']],
  },
  { title: 'a missing result', messages: [asked, user(result('t1'))], expected: [['-'], ['t1', 't2!']] },
  {
    title: 'a result nobody asked for',
    messages: [user(result('t9')), asked, user(result('t1'), result('t2'), result('t9'))],
    expected: [[], ['-'], ['t1', 't2']],
  },
  { title: 'calls at the very end', messages: [asked], expected: [['-'], ['t1!', 't2!']] },
  {
    title: 'two assistant turns in a row',
    messages: [asked, { ...asked, calls: [] }],
    expected: [['-'], ['t1!', 't2!'], ['-']],
  },
])('repairs $title', ({ messages, expected }) => {
  const repaired = repairMessages(messages);
  expect(ids(repaired)).toEqual(expected);
  expect(repairMessages(repaired)).toEqual(repaired);
});

test('keeps a whole message as the same object, and the text beside the results', () => {
  const whole = answerCalls(calls, [result('t1'), result('t2')], ['and now?']);
  expect(repairMessages([asked, whole])[1]).toBe(whole);
  const half = { ...whole, results: [result('t2')] };
  expect(repairMessages([asked, half])[1]).toMatchObject({ text: ['and now?'] });
});
