import { expect, test } from 'vitest';
import { requestDigest } from '../../../harness/providers/digest.js';
import { userMessage } from '../../../harness/providers/messages.js';
import { type DriftPolicy, recorded } from '../../../harness/providers/recorded.js';
import { scripted } from '../../../harness/providers/scripted.js';
import type { TurnStep } from '../../../harness/recording.js';
import { JUDGE } from '../../support/recordings.js';
import { REQUEST, within } from '../../support/requests.js';

const asking = (text: string) => ({ ...REQUEST, messages: [userMessage(text)] });

async function replay(questions: readonly string[], policy?: DriftPolicy) {
  const source = scripted(({ messages: [first] }) => ({
    text: first?.role === 'user' ? `re ${first.text[0]}` : '',
  }));
  const steps: TurnStep[] = [];
  for (const [index, question] of questions.entries()) {
    const turn = await source.next(asking(question), within(1000));
    steps.push({
      seq: index + 1,
      phase: 'score',
      pass: index,
      request_digest: requestDigest(asking(question)),
      turn,
    });
  }
  return recorded({ head: { judge: JUDGE }, steps }, policy);
}

test('plays the recorded turns again, byte for byte', async () => {
  const provider = await replay(['a', 'b']);
  expect(provider).toMatchObject({ kind: 'recorded', model: 'script' });
  expect(await provider.next(asking('a'), within(1000))).toMatchObject({ text: 're a', attempts: 1 });
  expect(await provider.next(asking('b'), within(1000))).toMatchObject({ text: 're b' });
  expect(await provider.next(asking('c'), within(1000))).toMatchObject({ stop: 'script_ended' });
  expect(provider.drift).toEqual([]);
});

test('gives each request its own turn, whichever comes first', async () => {
  const provider = await replay(['a', 'b', 'a']);
  const texts = [];
  for (const question of ['b', 'a', 'a'])
    texts.push((await provider.next(asking(question), within(1000))).text);
  expect(texts).toEqual(['re b', 're a', 're a']);
  expect(provider.drift).toEqual([]);
});

test('plays the next turn for a foreign request, and reports it', async () => {
  const provider = await replay(['a', 'b']);
  expect(await provider.next(asking('x'), within(1000))).toMatchObject({ text: 're a' });
  expect(await provider.next(asking('b'), within(1000))).toMatchObject({ text: 're b' });
  expect(provider.drift).toEqual([
    { seq: 1, phase: 'score', recorded: requestDigest(asking('a')), asked: requestDigest(asking('x')) },
  ]);
});

test('ends as drift where drift is not allowed', async () => {
  const provider = await replay(['a'], 'stop');
  expect(await provider.next(asking('x'), within(1000))).toMatchObject({ stop: 'drift', text: '' });
  expect(await provider.next(asking('a'), within(1000))).toMatchObject({ text: 're a' });
});
