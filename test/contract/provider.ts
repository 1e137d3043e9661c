/** What every provider keeps, whatever stands behind it: HTTP, a script or a recording. */
import { describe, expect, test } from 'vitest';
import type { Provider } from '../../harness/providers/port.js';
import { Turn } from '../../harness/providers/turn.js';
import type { Neutral } from '../support/dialects/dialect.js';
import { REQUEST, within } from '../support/requests.js';

/** Opens a provider that gives these answers, one a request. */
export type OpenWith = (...answers: Neutral[]) => Promise<Provider & Partial<AsyncDisposable>>;

const call = (id: string, given: string, name = 'read_file') => ({ id, name, arguments: given });

export function providerContract(kind: string, open: OpenWith): void {
  const ask = async (answer: Neutral): Promise<Turn> => {
    const provider = await open(answer);
    const turn = await provider.next(REQUEST, within(10_000));
    await provider[Symbol.asyncDispose]?.();
    // What is recorded is what was answered.
    expect(Turn.parse(JSON.parse(JSON.stringify(turn)))).toEqual(turn);
    return turn;
  };

  describe(`${kind} as a provider`, () => {
    test('gives a text as an end', async () => {
      const turn = await ask({ text: 'Both are fine. 🚀 ⟦é⟧' });
      expect(turn).toMatchObject({ stop: 'end', text: 'Both are fine. 🚀 ⟦é⟧', calls: [] });
    });

    test('gives all calls of a turn in order, each with its parsed arguments', async () => {
      const turn = await ask({
        text: 'Checking.',
        calls: [
          call('t1', '{"path":"a.py"}'),
          call('t2', '{"path":"ü/🚀.py","n":[1,{"x":null}]}'),
          call('t3', '{}'),
        ],
      });
      expect(turn).toMatchObject({ stop: 'tool_calls', text: 'Checking.' });
      expect(turn.calls).toEqual([
        { id: 't1', name: 'read_file', arguments: { path: 'a.py' }, malformed: null },
        { id: 't2', name: 'read_file', arguments: { path: 'ü/🚀.py', n: [1, { x: null }] }, malformed: null },
        { id: 't3', name: 'read_file', arguments: {}, malformed: null },
      ]);
    });

    test('names malformed arguments with their position and keeps the calls beside them', async () => {
      const turn = await ask({ calls: [call('t1', '{"path": a.py"}'), call('t2', '{"path":"b.py"}')] });
      expect(turn.stop).toBe('tool_calls');
      expect(turn.calls[0]).toMatchObject({ arguments: null, malformed: { raw: '{"path": a.py"}' } });
      expect(turn.calls[0]?.malformed?.problem).toContain('position 9');
      expect(turn.calls[1]).toMatchObject({ arguments: { path: 'b.py' }, malformed: null });
    });

    test.each([
      { title: 'a list', given: '[1]', problem: 'a list' },
      { title: 'a number', given: '7', problem: 'a number' },
    ])('names arguments that are $title', async ({ given, problem }) => {
      const turn = await ask({ calls: [call('t1', given)] });
      expect(turn.calls[0]?.malformed?.problem).toContain(problem);
    });

    test('takes no arguments at all for an empty object', async () => {
      const turn = await ask({ calls: [call('t1', '', 'list_candidates')] });
      expect(turn.calls).toMatchObject([{ name: 'list_candidates', arguments: {}, malformed: null }]);
    });

    test('keeps keys like __proto__ as plain keys without effect', async () => {
      const turn = await ask({
        calls: [call('t1', '{"__proto__":{"tier":"A"},"constructor":{"tier":"A"}}')],
      });
      const given = turn.calls[0]?.arguments ?? {};
      expect(Object.keys(given)).toEqual(['__proto__', 'constructor']);
      expect(Object.getPrototypeOf(given)).toBe(Object.prototype);
    });

    test('hands unknown tool names on as they are', async () => {
      const turn = await ask({
        calls: [call('t1', '{"name":"bash","output":"3 passed"}', 'functions.bash')],
      });
      expect(turn.calls).toMatchObject([
        { name: 'functions.bash', arguments: { name: 'bash', output: '3 passed' } },
      ]);
    });

    test.each<{ title: string; answer: Neutral; stop: string }>([
      { title: 'a refusal', answer: { text: 'I cannot help.', finish: 'refusal' }, stop: 'refusal' },
      {
        title: 'an answer cut off by its length',
        answer: { text: '{"scores": {"a"', finish: 'length' },
        stop: 'truncated',
      },
      {
        title: 'a call cut off by the length',
        answer: { calls: [call('t1', '{"path":"a')], finish: 'length' },
        stop: 'truncated',
      },
      {
        title: 'thinking that used up the length',
        answer: { thinking: 'I would give a 5.', finish: 'length' },
        stop: 'no_answer',
      },
      { title: 'thinking only', answer: { thinking: 'I would give a 5.' }, stop: 'no_answer' },
      { title: 'nothing', answer: {}, stop: 'empty' },
      { title: 'blanks only', answer: { text: ' \n ' }, stop: 'empty' },
    ])('ends $title as $stop, without calls and without anything to pass back', async ({ answer, stop }) => {
      const turn = await ask(answer);
      expect(turn).toMatchObject({ stop, calls: [], content: null });
    });

    test('keeps thinking apart from the text', async () => {
      const turn = await ask({ thinking: 'a is better', text: 'Done.' });
      expect(turn).toMatchObject({ stop: 'end', text: 'Done.' });
      expect(turn.text).not.toContain('better');
    });

    test('answers at once when the signal has fired already', async () => {
      const provider = await open({ text: 'late' });
      const turn = await provider.next(REQUEST, within(10_000, AbortSignal.abort()));
      await provider[Symbol.asyncDispose]?.();
      expect(turn).toMatchObject({ stop: 'aborted', text: '', attempts: 0 });
    });

    test('answers at once when no time is left', async () => {
      const provider = await open({ text: 'late' });
      const turn = await provider.next(REQUEST, within(-1));
      await provider[Symbol.asyncDispose]?.();
      expect(turn).toMatchObject({ stop: 'deadline', text: '', attempts: 0 });
    });
  });
}
