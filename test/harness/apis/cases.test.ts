import { describe, expect, test } from 'vitest';
import { answerCalls, repairMessages, userMessage } from '../../../harness/providers/messages.js';
import type { Message } from '../../../harness/providers/port.js';
import type { Turn } from '../../../harness/providers/turn.js';
import { caseFiles, caseJson, caseText } from '../../support/cases.js';
import { ANTHROPIC } from '../../support/dialects/anthropic.js';
import { CHAT } from '../../support/dialects/chat.js';
import type { Dialect } from '../../support/dialects/dialect.js';
import { DIALECTS } from '../../support/dialects/list.js';
import { json, modelServer, type Reply, raw, stream } from '../../support/model-server.js';
import { REQUEST, within } from '../../support/requests.js';

async function ask(dialect: Dialect, ...replies: Reply[]): Promise<Turn> {
  await using server = await modelServer(...replies);
  const provider = await dialect.open(server.url);
  // awaited here, or the server would be gone before the answer
  return await provider.next(REQUEST, within(3_600_000));
}

const dialectOf = (file: string): Dialect => (file.includes('.openai.') ? CHAT : ANTHROPIC);
const textOf = (whole: Record<string, unknown>): string =>
  ((whole['content'] as { type: string; text?: string }[]) ?? []).map(({ text }) => text ?? '').join('');

const ENDINGS: Record<string, Partial<Turn>> = {
  'J08-refusal.anthropic.json': { stop: 'refusal' },
  'J08b-refusal.openai.json': { stop: 'refusal', detail: "I can't help with that." },
  'J09-max-tokens.anthropic.json': { stop: 'truncated' },
  'J10-thinking-only.anthropic.json': { stop: 'no_answer', detail: 'thinking used up max_output_tokens' },
  'J10b-thinking-only-end-turn.anthropic.json': { stop: 'no_answer' },
  'J21-content-filter.openai.json': { stop: 'content_filter' },
  'J24-empty-choices.openai.json': { stop: 'empty' },
};
const CALLS: Record<string, Turn['calls'][number][]> = {
  'J16-proto.openai.json': [expect.objectContaining({ name: 'submit_verdict', malformed: null })],
  'J19-parallel-calls-one-bad.anthropic.json': [
    expect.objectContaining({ id: 'tu1', arguments: { candidate: 'c1', path: 'src/calc.py' } }),
    expect.objectContaining({ id: 'tu2', arguments: { candidate: 'c9', path: '../../etc/hostname' } }),
    expect.objectContaining({ id: 'tu3', name: 'run_check' }),
  ],
  'J19b-submit-with-other-calls.anthropic.json': [
    expect.objectContaining({ id: 'tu1', name: 'submit_verdict' }),
    expect.objectContaining({ id: 'tu2', name: 'grep', arguments: { pattern: 'sub' } }),
  ],
  'J20-unknown-tool.openai.json': [
    expect.objectContaining({ name: 'functions.bash', arguments: { name: 'bash', output: '3 passed' } }),
  ],
  'J20b-empty-args.openai.json': [expect.objectContaining({ name: 'list_candidates', arguments: {} })],
};

describe('judge answers as they went wrong elsewhere', () => {
  const files = caseFiles(/^J.*\.(anthropic|openai)\.json$/);

  test.each(files)('%s comes through streamed and whole as the same turn', async (file) => {
    const dialect = dialectOf(file);
    const whole = caseJson(file);
    const streamed = await ask(dialect, stream(dialect.frames(whole)));
    expect(streamed).toEqual(await ask(dialect, json(whole)));
    expect(streamed.attempts).toBe(1);
  });

  test.each(Object.entries(ENDINGS))('%s has its own ending', async (file, expected) => {
    const turn = await ask(dialectOf(file), json(caseJson(file)));
    expect(turn).toMatchObject({ ...expected, calls: [], content: null });
  });

  test.each(Object.entries(CALLS))('%s gives its calls', async (file, calls) => {
    const turn = await ask(dialectOf(file), json(caseJson(file)));
    expect(turn.stop).toBe('tool_calls');
    expect(turn.calls).toEqual(calls);
  });

  test('J11: malformed arguments are named malformed with their position, not truncated', async () => {
    const turn = await ask(CHAT, json(caseJson('J11-malformed-args.openai.json')));
    expect(turn.stop).toBe('tool_calls');
    expect(turn.calls[0]?.arguments).toBeNull();
    expect(turn.calls[0]?.malformed?.problem).toContain('position 28');
  });

  const verdicts = files.filter((file) => !(file in ENDINGS) && !(file in CALLS) && !file.startsWith('J11'));
  test.each(verdicts)('%s is a text, handed on untouched', async (file) => {
    const whole = caseJson(file);
    const turn = await ask(dialectOf(file), json(whole));
    expect(turn).toMatchObject({ stop: 'end', text: textOf(whole), calls: [] });
  });
});

describe('provider faults as they went wrong elsewhere', () => {
  test('V01: a retry-after of two hours ends the turn with that time, at once', async () => {
    const { status, headers, body, then } = caseJson('V01-retry-after-7200.http.json') as {
      status: number;
      headers: Record<string, string>;
      body: unknown;
      then: string;
    };
    const turn = await ask(ANTHROPIC, json(body, status, headers), json(caseJson(then)));
    expect(turn).toMatchObject({ stop: 'rate_limited', retry_after_s: 7200, attempts: 1 });
  });

  test('V03: an overload in the middle of a stream is repeated, its half text dropped and its cost counted', async () => {
    const sse = stream([caseText('V03-overloaded-midstream.sse')]);
    const good = caseJson('J00-good.anthropic.json');
    const turn = await ask(ANTHROPIC, sse, stream(ANTHROPIC.frames(good)));
    expect(turn).toMatchObject({ stop: 'end', text: textOf(good), attempts: 2 });
    expect(turn.failures).toMatchObject([{ stop: 'overloaded' }]);
    expect(turn.usage).toMatchObject({ input_tokens: 1800, output_tokens: 240 });
  });

  test.each(DIALECTS)('V05: $kind streams whatever the length asked for', async (dialect) => {
    const { max_tokens } = caseJson('V05-long-nonstream.config.json') as { max_tokens: number };
    await using server = await modelServer(json(dialect.whole({ text: 'x' })));
    const provider = await dialect.open(server.url);
    const turn = await provider.next({ ...REQUEST, max_output_tokens: max_tokens }, within(5000));
    expect(turn.stop).toBe('end');
    expect(server.seen[0]?.body).toMatchObject({ stream: true });
  });

  test('V06: context overflow is recognised for both APIs and not repeated', async () => {
    const { status, body, openai_form } = caseJson('V06-prompt-too-long.http.json') as {
      status: number;
      body: unknown;
      openai_form: { status: number; body: unknown };
    };
    expect(await ask(ANTHROPIC, json(body, status))).toMatchObject({ stop: 'context_overflow', attempts: 1 });
    const openai = json(openai_form.body, openai_form.status);
    expect(await ask(CHAT, openai)).toMatchObject({ stop: 'context_overflow', attempts: 1 });
  });

  const { cases } = caseJson('V07-bad-key-or-model.http.json') as {
    cases: { status: number; body: unknown }[];
  };
  test.each(cases)('V07: $status stops at the first request', async ({ status, body }) => {
    const stops: Record<number, string> = { 401: 'refused_key', 404: 'unknown_model', 403: 'forbidden' };
    expect(await ask(ANTHROPIC, json(body, status))).toMatchObject({ stop: stops[status], attempts: 1 });
  });

  test('V08: a call left open by a killed process is closed in the same message', () => {
    const { messages } = caseJson('V08-resume-dangling-tool-use.state.json') as {
      messages: { role: string; content: { id: string; name: string; input: Record<string, unknown> }[] }[];
    };
    const calls = (messages[1]?.content ?? [])
      .filter(({ id }) => id)
      .map(({ id, name, input }) => ({ id, name, arguments: input, malformed: null }));
    const saved: Message[] = [
      userMessage('Judge c1..c4.'),
      { role: 'assistant', text: 'I will look.', calls, content: null },
      {
        role: 'user',
        results: [{ call_id: 'tu1', text: 'def sub(a, b): return a - b', is_error: false }],
        text: [],
      },
    ];
    const repaired = repairMessages(saved);
    expect(repaired).toHaveLength(3);
    expect(repaired[2]).toMatchObject({
      results: [
        { call_id: 'tu1', is_error: false },
        { call_id: 'tu2', is_error: true, text: expect.stringMatching(/^interrupted/) },
      ],
    });
    expect(repairMessages(repaired)).toEqual(repaired);
    expect(answerCalls(calls, []).results.map(({ call_id }) => call_id)).toEqual(['tu1', 'tu2']);
  });

  test.each(['V09-html-200.http.json', 'V10-truncated-json-200.http.json'])(
    '%s is a bad provider answer, repeated with a limit',
    async (file) => {
      const { headers, body_text } = caseJson(file) as { headers: Record<string, string>; body_text: string };
      const bad = raw(body_text, headers);
      for (const dialect of DIALECTS) {
        expect(await ask(dialect, bad)).toMatchObject({ stop: 'bad_provider_answer', attempts: 3 });
        expect(await ask(dialect, bad, json(dialect.whole({ text: 'x' })))).toMatchObject({
          stop: 'end',
          attempts: 2,
        });
      }
    },
  );
});
