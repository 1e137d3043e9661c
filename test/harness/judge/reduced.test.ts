import { afterAll, beforeAll, expect, test } from 'vitest';
import { detectFairly } from '../../../harness/grade/detect.js';
import type { ModelRequest } from '../../../harness/providers/port.js';
import { type ScriptTurn, scripted } from '../../../harness/providers/scripted.js';
import { judgeOf, type TestBench, testBench } from '../../support/grading.js';

let bench: TestBench;
beforeAll(async () => {
  bench = await testBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

const FOUR = { solution_fit: 4, precision: 4, minimality: 4, side_effects: 4, consistency: 4 };

/** All 4, for whoever stands on the sheet. */
function scores({ messages }: ModelRequest): ScriptTurn {
  const [first] = messages;
  const sheet = first?.role === 'user' ? first.text.join('\n') : '';
  const aliases = [...sheet.matchAll(/^## (c-[a-z]{4})$/gm)].map(([, alias]) => alias);
  return {
    calls: [
      {
        name: 'submit_scores',
        arguments: { candidates: aliases.map((candidate) => ({ candidate, ...FOUR })) },
      },
    ],
  };
}

const lastResults = ({ messages }: ModelRequest): string => {
  const last = messages.at(-1);
  return last?.role === 'user' ? last.results.map(({ text }) => text).join('\n') : '';
};

/** Reads one trajectory after the other; falls silent for ever behind the first one that can be read, as often as it may. */
function silencedBy(count: number) {
  const silenced: string[] = [];
  const judge = judgeOf(
    scripted((request): ScriptTurn => {
      if (request.force_tool !== undefined) return scores(request);
      const { messages } = request;
      const answers = messages.filter(({ role }) => role === 'assistant').length;
      if (answers === 0) return { calls: [{ name: 'list_candidates' }] };
      const list = messages[2]?.role === 'user' ? messages[2].results.map(({ text }) => text).join('\n') : '';
      const [alias = ''] = [...list.matchAll(/^(c-[a-z]{4}) passed/gm)].map(([, name = '']) => name);
      if (answers === 1)
        return { calls: [{ name: 'read_events', arguments: { candidate: alias, from: 'e1' } }] };
      const seen = lastResults(request);
      if (answers === 2 && /^e1 turn/m.test(seen) && silenced.length < count * 3) {
        silenced.push(alias);
        return { stop: 'refusal' };
      }
      const leads = [...seen.matchAll(/^lead (\S+) \(/gm)].map(([, lead]) => ({
        name: 'close_lead',
        arguments: { lead, status: 'left_suspicious', reason: 'nobody looked', finding_ids: [] },
      }));
      const nothing_found = [...seen.matchAll(/^(c-[a-z]{4}) has no finding/gm)].map(([, name]) => name);
      return { calls: [...leads, { name: 'finish', arguments: { nothing_found } }] };
    }),
  );
  return { judge, silenced };
}

test('a judge that one trajectory keeps from answering is asked again, with that candidate reduced to its diff', async () => {
  const { judge, silenced } = silencedBy(1);
  const result = await bench.judge('cashbook', judge);
  expect(silenced.length).toBe(3);
  expect(result.status).toBe('graded');
  expect(result.investigation.status).toBe('complete');
  const culprit = Object.entries(result.judge.alias_map).find(([alias]) => alias === silenced[0])?.[1];
  expect(result.warnings.filter((warning) => warning.startsWith('reduced_to_diff: '))).toEqual([
    `reduced_to_diff: ${culprit}: no usable answer 3 times in a row behind what it did, said or printed`,
  ]);
}, 300_000);

test('the reduced candidate keeps its pass, its tree and its reward', async () => {
  const [before, after] = [
    await bench.judge('cashbook', silencedBy(0).judge),
    await bench.judge('cashbook', silencedBy(1).judge),
  ];
  expect(after.rollouts).toEqual(before.rollouts);
}, 300_000);

test('detectors that break over one candidate go on without what it did and printed, and say so', async () => {
  const { opened, detected } = await bench.prepared('cashbook');
  const ids: string[] = [];
  const found = await detectFairly(
    opened,
    async ({ candidates }) => {
      const culprit = candidates.find(({ id }) => id === 'roll-3');
      if (culprit?.events !== null) throw new RangeError('too deep');
      ids.push(culprit.id);
      return detected;
    },
    new AbortController().signal,
  );
  expect(ids).toEqual(['roll-3']);
  expect(found.warnings).toEqual([
    'reduced_to_diff: roll-3: the detectors broke over what it did, said or printed (too deep)',
  ]);
  expect(
    found.opened.material.candidates.filter(({ events }) => events === null).map(({ id }) => id),
  ).toContain('roll-3');
  expect(found.opened.material.candidates.find(({ id }) => id === 'roll-3')?.tree).toBe(
    opened.material.candidates.find(({ id }) => id === 'roll-3')?.tree,
  );
});

test('detectors that break whoever is left out are a fault of ours', async () => {
  const { opened } = await bench.prepared('cashbook');
  const broken = detectFairly(
    opened,
    () => Promise.reject(new RangeError('ours')),
    new AbortController().signal,
  );
  await expect(broken).rejects.toThrow('ours');
});
