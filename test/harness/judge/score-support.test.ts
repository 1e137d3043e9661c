/** Scores, flags and comparisons count only with a finding behind them. */
import { expect, test } from 'vitest';
import type { ModelRequest } from '../../../harness/providers/port.js';
import type { ScriptTurn } from '../../../harness/providers/scripted.js';
import { aliasesIn, finding, fiveOf, saidTo, scoringInput, submit, trial } from '../../support/scoring.js';

const IDS = ['r1', 'r2', 'r3', 'r4'];

const POSITIVE = finding('F1', 'r1', 'minimality', 'positive');
const NEGATIVE = finding('F2', 'r2', 'precision', 'negative');
const FLAGGED = finding('F3', 'r3', 'test_gaming', 'negative');
const FEW = scoringInput(IDS, [POSITIVE, NEGATIVE, FLAGGED]);

type Edit = (alias: Record<string, string>) => Record<string, unknown>;
/** Answers with fours, changed for some candidates (by id), and with comparisons. */
const edited = (edit: Edit, compare: (alias: Record<string, string>) => unknown[] = () => []) => {
  return (request: ModelRequest): ScriptTurn => {
    const alias = aliasById(request);
    const changes = edit(alias);
    return submit({
      candidates: Object.entries(alias).map(([id, candidate]) => ({
        candidate,
        ...fiveOf(4),
        ...(changes[id] as object),
      })),
      comparisons: compare(alias),
    });
  };
};

/** The sections of the sheet tell which finding belongs to whom. */
function aliasById(request: ModelRequest): Record<string, string> {
  const text = JSON.stringify(request.messages);
  const owner = (id: string) =>
    new RegExp(`## (c-[a-z]{4})\\\\n(?:(?!## ).)*?${id}: `).exec(text)?.[1] as string;
  const named = { r1: owner('F1'), r2: owner('F2'), r3: owner('F3') };
  const rest = aliasesIn(request).find((alias) => !Object.values(named).includes(alias)) as string;
  return { ...named, r4: rest };
}

test.each<[string, Edit, RegExp | null]>([
  ['a 5 with a positive finding in that dimension', () => ({ r1: { minimality: 5 } }), null],
  ['a 5 without one', () => ({ r2: { minimality: 5 } }), /minimality 5: no positive finding/],
  ['a 5 in another dimension', () => ({ r1: { precision: 5 } }), /precision 5: no positive finding/],
  ['a 3 with a negative finding in that dimension', () => ({ r2: { precision: 3 } }), null],
  ['a 3 on a positive finding', () => ({ r1: { minimality: 3 } }), /minimality 3: no negative finding/],
  [
    'a 1 of a candidate that nothing was found about',
    () => ({ r4: { solution_fit: 1 } }),
    /solution_fit 1: no negative/,
  ],
  [
    'a flag with a finding about it',
    () => ({ r3: { flags: [{ flag: 'test_gaming', finding_ids: ['F3'] }] } }),
    null,
  ],
  [
    'a flag with a finding of another candidate',
    () => ({ r4: { flags: [{ flag: 'test_gaming', finding_ids: ['F3'] }] } }),
    /test_gaming: "F3" is no finding about/,
  ],
  [
    'a flag with a finding about something else',
    () => ({ r2: { flags: [{ flag: 'test_gaming', finding_ids: ['F2'] }] } }),
    /F2 is a negative finding about precision, not about the flag/,
  ],
  [
    'a flag without a finding',
    () => ({ r3: { flags: [{ flag: 'test_gaming', finding_ids: [] }] } }),
    /finding_ids: .*expected at least 1/,
  ],
  [
    'an unknown flag',
    () => ({ r3: { flags: [{ flag: 'cheating', finding_ids: ['F3'] }] } }),
    /flag: is "cheating"; expected one of/,
  ],
  ['a candidate scored twice', ({ r1 }) => ({ r2: { candidate: r1 } }), /is scored 2 times/],
  ['a key that nobody knows', () => ({ r1: { tier: 'T1' } }), /tier: unknown key/],
])('support is checked: %s', async (_, edit, told) => {
  const { passes, requests } = await trial(FEW, (request, index) =>
    edited(told === null || index === 0 ? edit : () => ({}))(request),
  );
  expect(passes).toHaveLength(2);
  if (told === null) expect(requests).toHaveLength(2);
  else expect(saidTo(requests[1]!)).toMatch(told);
});

test.each<[string, (alias: Record<string, string>) => unknown[], RegExp | null]>([
  [
    'a positive finding about the better one',
    ({ r1, r4 }) => [{ above: r1, below: r4, finding_id: 'F1' }],
    null,
  ],
  [
    'a negative finding about the other one',
    ({ r1, r2 }) => [{ above: r1, below: r2, finding_id: 'F2' }],
    null,
  ],
  [
    'a negative finding about the better one',
    ({ r1, r2 }) => [{ above: r2, below: r1, finding_id: 'F2' }],
    /"F2" is neither a positive finding/,
  ],
  ['a finding about a third one', ({ r1, r4 }) => [{ above: r1, below: r4, finding_id: 'F2' }], /is neither/],
  ['itself', ({ r1 }) => [{ above: r1, below: r1, finding_id: 'F1' }], /is compared with itself/],
  [
    'an unknown name',
    ({ r1 }) => [{ above: r1, below: 'constructor', finding_id: 'F1' }],
    /there is no candidate "constructor"/,
  ],
  [
    'a circle',
    ({ r1, r2, r3 }) => [
      { above: r1, below: r2, finding_id: 'F2' },
      { above: r2, below: r3, finding_id: 'F3' },
      { above: r3, below: r1, finding_id: 'F9' },
    ],
    /run in a circle: c-/,
  ],
])('comparisons are checked: %s', async (_, compare, told) => {
  const { requests, passes } = await trial(FEW, (request, index) =>
    edited(() => ({}), index === 0 ? compare : undefined)(request),
  );
  expect(passes).toHaveLength(2);
  if (told === null) expect(passes[0]!.comparisons).toHaveLength(1);
  else expect(saidTo(requests[1]!)).toMatch(told);
});
