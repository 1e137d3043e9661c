import { expect, test } from 'vitest';
import { prefixDigests, requestDigest } from '../../../harness/providers/digest.js';
import { userMessage } from '../../../harness/providers/messages.js';
import type { AssistantMessage, ModelRequest } from '../../../harness/providers/port.js';
import { REQUEST } from '../../support/requests.js';

const said = (given: Record<string, unknown>): AssistantMessage => ({
  role: 'assistant',
  text: '',
  calls: [{ id: 't1', name: 'x', arguments: given, malformed: null }],
  content: null,
});
const ask = (...messages: ModelRequest['messages']): ModelRequest => ({ ...REQUEST, messages });

test('is the same after a round through JSON and whatever the order of keys', () => {
  const request = ask(userMessage('a'), said({ b: 1, a: { d: 1, c: 2 } }));
  expect(requestDigest(JSON.parse(JSON.stringify(request)))).toBe(requestDigest(request));
  expect(requestDigest(ask(userMessage('a'), said({ a: { c: 2, d: 1 }, b: 1 })))).toBe(
    requestDigest(request),
  );
});

test('does not count cache hints, and counts defaults as if they were written', () => {
  expect(requestDigest({ ...REQUEST, cache: 'none', parallel_calls: true })).toBe(requestDigest(REQUEST));
});

test.each<{ title: string; other: ModelRequest }>([
  { title: 'the system text', other: { ...REQUEST, system: 'You do not judge.' } },
  { title: 'a tool', other: { ...REQUEST, tools: REQUEST.tools.slice(1) } },
  { title: 'a message', other: ask(userMessage('Judge a and c.')) },
  { title: 'the place of a text', other: ask(userMessage('Judge a', ' and b.')) },
  { title: 'the length', other: { ...REQUEST, max_output_tokens: 1001 } },
  { title: 'the forced tool', other: { ...REQUEST, force_tool: 'read_file' } },
  { title: 'parallel calls', other: { ...REQUEST, parallel_calls: false } },
])('changes with $title', ({ other }) => {
  expect(requestDigest(other)).not.toBe(requestDigest(REQUEST));
});

test('tells a __proto__ key from none', () => {
  const given = JSON.parse('{"__proto__": {"tier": "A"}}') as Record<string, unknown>;
  expect(requestDigest(ask(said(given)))).not.toBe(requestDigest(ask(said({}))));
});

test('gives a digest per position that only what stands before it can change', () => {
  const messages = [userMessage('a'), said({}), userMessage('b')];
  const before = prefixDigests(ask(...messages));
  const after = prefixDigests(ask(messages[0]!, said({ x: 1 }), messages[2]!));
  expect(before).toHaveLength(4);
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
  expect(after[2]).not.toBe(before[2]);
  expect(after[3]).not.toBe(before[3]);
});
