/** What a request tells the server, and what a turn tells of the key and the cost. */
import { expect, test } from 'vitest';
import type { ConverseOptions } from '../../../harness/providers/converse.js';
import { assistantMessage } from '../../../harness/providers/messages.js';
import type { Message } from '../../../harness/providers/port.js';
import { type Neutral, TEST_KEY } from '../../support/dialects/dialect.js';
import { json, modelServer, type Reply, stream } from '../../support/model-server.js';
import { REQUEST, within } from '../../support/requests.js';
import { type Asking, GOOD, isGood } from './asking.js';

export function tellsTheServer({ dialect, good, ask }: Asking): void {
  test('says nothing of the key, even where the server echoes it', async () => {
    const echo = `key ${TEST_KEY} (${encodeURIComponent(TEST_KEY)}) \u001b[31m is wrong, ${TEST_KEY.slice(0, 20)}`;
    const refused = await ask([json({ error: { message: echo } }, 401, { 'request-id': TEST_KEY })]);
    expect(refused.stop).toBe('refused_key');
    expect(`${refused.detail}`).not.toContain(TEST_KEY.slice(0, 20));
    expect(`${refused.detail}`).not.toContain('\u001b');
    const given: Neutral = {
      text: TEST_KEY,
      calls: [{ id: 't1', name: 'read_file', arguments: JSON.stringify({ path: TEST_KEY }) }],
    };
    expect((await ask([stream(dialect.frames(dialect.whole(given)))])).text).toBe('[redacted]');
  });

  test('counts the usage of every attempt, and its cost', async () => {
    const usage = { fresh: 1000, cached: 4000, written: 500, output: 200 };
    const whole = dialect.whole({ ...GOOD, usage });
    const turn = await ask([json({}, 500), stream(dialect.frames(whole))], {
      model: dialect.model,
    } as Partial<ConverseOptions>);
    expect(turn.usage).toEqual({
      input_tokens: 5500,
      cached_input_tokens: 4000,
      cache_write_tokens: 500,
      output_tokens: 200,
      estimated: false,
    });
    const dollars = {
      anthropic: 1000 * 4 + 4000 * 0.2 + 500 * 5 + 200 * 20,
      openai: 1000 * 2 + 4000 * 0.1 + 500 * 2.5 + 200 * 10,
    };
    const expected = dialect.kind === 'anthropic' ? dollars.anthropic : dollars.openai;
    expect(turn.cost_usd).toBeCloseTo(expected / 1e6, 12);
  });

  test('estimates the usage where a server counts nothing', async () => {
    const { usage: _usage, ...whole } = dialect.whole(GOOD);
    const turn = await ask([json(whole)]);
    expect(turn.usage).toMatchObject({ estimated: true, cached_input_tokens: 0 });
    expect(turn.usage.input_tokens).toBeGreaterThan(20);
    expect(turn.usage.output_tokens).toBeGreaterThan(10);
  });

  test.each(['lots', [1, 2], 7])('estimates the usage where a server writes %j for it', async (usage) => {
    const turn = await ask([json({ ...dialect.whole(GOOD), usage })]);
    expect(turn).toMatchObject(isGood);
    expect(turn.usage.estimated).toBe(true);
  });

  test('sums of claimed tokens stay numbers that a record can hold', async () => {
    const usage = { fresh: Number.MAX_SAFE_INTEGER, cached: 0, written: 0, output: Number.MAX_SAFE_INTEGER };
    const whole = dialect.whole({ ...GOOD, usage });
    const cut = dialect.frames(whole).slice(0, -1);
    const turn = await ask([stream(cut), stream(dialect.frames(whole))]);
    expect(Number.isSafeInteger(turn.usage.input_tokens)).toBe(true);
    expect(Number.isSafeInteger(turn.usage.output_tokens)).toBe(true);
  });

  test('takes an answer far beyond max_output_tokens for one that was cut off, and drops it', async () => {
    const turn = await ask([json(dialect.whole({ ...GOOD, text: 'x'.repeat(3_000_000) }))]);
    expect([turn.stop, turn.calls, turn.content]).toEqual(['truncated', [], null]);
    expect(turn.text.length).toBeLessThan(2000);
    expect(turn.detail).toMatch(/far more than max_output_tokens/);
  });

  test('reads a refusal of many levels as what its status says', async () => {
    const deep = `{"error":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const turn = await ask([
      (response) => void response.writeHead(400, { 'content-type': 'application/json' }).end(deep),
    ]);
    expect(turn.stop).not.toBe('internal');
  });

  test('forces a tool, and forbids parallel calls', async () => {
    await using server = await modelServer(good);
    const provider = await dialect.open(server.url);
    await provider.next({ ...REQUEST, force_tool: 'submit_scores', parallel_calls: false }, within(5000));
    const choice = {
      anthropic: { type: 'tool', name: 'submit_scores', disable_parallel_tool_use: true },
      openai: { type: 'function', name: 'submit_scores' },
      'openai-chat': { type: 'function', function: { name: 'submit_scores' } },
    }[dialect.kind];
    expect(server.seen[0]?.body).toMatchObject({ tool_choice: choice });
    if (dialect.kind !== 'anthropic')
      expect(server.seen[0]?.body).toMatchObject({ parallel_tool_calls: false });
  });

  test('asks without force, once learned for good, where the model refuses to be forced', async () => {
    const no = json(
      {
        error: {
          type: 'invalid_request_error',
          message: 'tool_choice: type "tool" and "any" are not supported for this model.',
        },
      },
      400,
    );
    await using server = await modelServer(no, good);
    const provider = await dialect.open(server.url);
    const request = { ...REQUEST, force_tool: 'submit_scores' };
    const turn = await provider.next(request, within(5000));
    expect(turn).toMatchObject({ ...isGood, attempts: 2 });
    expect(turn.failures[0]?.detail).toContain('without tool_choice');
    await provider.next(request, within(5000));
    expect(server.seen.map(({ body }) => Object.hasOwn(body as object, 'tool_choice'))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('asks again for each of several requests that are refused for the same parameter', async () => {
    const refuse: Reply = (response, seen) => {
      const forced = Object.hasOwn(seen.body as object, 'tool_choice');
      const no = json({ error: { message: 'tool_choice is not supported' } }, 400);
      return (forced ? no : good)(response, seen);
    };
    await using server = await modelServer(refuse);
    const provider = await dialect.open(server.url);
    const request = { ...REQUEST, force_tool: 'submit_scores' };
    const turns = await Promise.all([1, 2, 3].map(() => provider.next(request, within(5000))));
    expect(turns).toMatchObject([isGood, isGood, isGood]);
  });

  test('sends all results of a turn together, in order, an open call as interrupted', async () => {
    const calls = ['t1', 't2', 't3'].map((id) => ({ id, name: 'read_file', arguments: '{}' }));
    await using server = await modelServer(stream(dialect.frames(dialect.whole({ calls }))), good);
    const provider = await dialect.open(server.url);
    const turn = await provider.next(REQUEST, within(5000));
    // as a killed process left it: t2 was never answered, and the results came as they were done
    const results = [
      { call_id: 't3', text: 'three', is_error: false },
      { call_id: 't1', text: 'unknown candidate', is_error: true },
    ];
    const messages: Message[] = [
      ...REQUEST.messages,
      assistantMessage(turn),
      { role: 'user', results, text: ['Go on.'] },
    ];
    await provider.next({ ...REQUEST, messages }, within(5000));
    expect(resultsOf(server.seen[1]?.body)).toEqual([
      ['t1', expect.stringContaining('unknown candidate')],
      ['t2', expect.stringContaining('interrupted')],
      ['t3', 'three'],
    ]);
  });
}

type Item = Record<string, unknown>;

/** Call id and text of every tool result in a request body, whichever API it is for. */
function resultsOf(body: unknown): [unknown, unknown][] {
  const { messages = [], input = [] } = body as { messages?: Item[]; input?: Item[] };
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? (content as Item[]) : []));
  return [...blocks, ...messages, ...input].flatMap((item): [unknown, unknown][] => {
    if (item['type'] === 'tool_result') return [[item['tool_use_id'], item['content']]];
    if (item['role'] === 'tool') return [[item['tool_call_id'], item['content']]];
    return item['type'] === 'function_call_output' ? [[item['call_id'], item['output']]] : [];
  });
}
