import { describe, expect, test } from 'vitest';
import { leadsToAnswer } from '../../../src/judge/leads.js';
import type { FindingDraft, Ledger } from '../../../src/judge/ledger.js';
import { findingsToScore, integrityOf, leadsById } from '../../../src/judge/unblind.js';
import { leadOf, testDesk } from '../../support/desk.js';

const LINE = 'def sub(a, b): return a - b';
const candidates = {
  'c-aaaa': { changes: { 'calc.py': `${LINE}\n` } },
  'c-bbbb': { changes: { 'calc.py': `${LINE}\n`, 'x.md': 'something else entirely\n' } },
  'c-cccc': { changes: { 'calc.py': 'broken\n' }, rollout: { passed: false } },
};
const cited = (candidate: string, quote = LINE) =>
  [
    { kind: 'patch', candidate, path: 'calc.py', side: 'new', lines: [1, 1], quote },
  ] as FindingDraft['citations'];
const draft = (more: Partial<FindingDraft> = {}): FindingDraft => ({
  candidate: 'c-aaaa',
  about: 'precision',
  polarity: 'negative',
  claim: 'It misses an edge.',
  citations: cited('c-aaaa'),
  ...more,
});
const desk = (leads = [leadOf('L1', 'c-aaaa')]) => testDesk({ candidates, leads });

describe('record', () => {
  test('keeps a finding whose citation holds, once', async () => {
    const { ledger } = await desk();
    expect(await ledger.record(draft())).toEqual({ id: 'F1' });
    expect(await ledger.record(draft())).toEqual({ id: 'F1' });
    expect(await ledger.record(draft({ claim: 'It misses two edges.' }))).toEqual({ id: 'F2' });
    expect(ledger.findings).toHaveLength(2);
  });

  test.each<[string, Partial<FindingDraft>, RegExp]>([
    ['no citation', { citations: [] }, /needs at least one citation/],
    [
      'a wrong quote',
      { citations: cited('c-aaaa', 'def sub(a, b): return a + b') },
      /does not stand there; nearest: calc.py \(new side\) line 1/,
    ],
    ["a peer's patch", { citations: cited('c-bbbb') }, /no citation comes from c-aaaa/],
    ['praise about a flag', { about: 'test_gaming', polarity: 'positive' }, /is something wrong/],
    [
      'one citation of two that does not hold',
      { citations: [...cited('c-aaaa'), ...cited('c-aaaa', 'no such line here')] },
      /citations\[1\]/,
    ],
    [
      'the task as proof of behaviour',
      { citations: [{ kind: 'task', quote: 'Fix sub().' }] },
      /no citation comes from/,
    ],
  ])('refuses %s and stores nothing', async (_, more, says) => {
    const { ledger } = await desk();
    const entry = await ledger.record(draft(more));
    expect('problems' in entry ? entry.problems.join('\n') : '').toMatch(says);
    expect(ledger.findings).toEqual([]);
  });

  test('a neutral finding needs no citation, but a false one is refused as well', async () => {
    const { ledger } = await desk();
    expect(await ledger.record(draft({ polarity: 'neutral', citations: [] }))).toEqual({ id: 'F1' });
    expect(
      await ledger.record(draft({ polarity: 'neutral', citations: cited('c-aaaa', 'not at all there') })),
    ).toHaveProperty('problems');
  });
});

const close = (ledger: Ledger, status: 'confirmed' | 'explained', finding_ids: string[] = []) =>
  ledger.close({ lead: 'L1', status, reason: 'looked at it', finding_ids });

describe('leads and the end', () => {
  test('confirmed needs a negative finding about the candidate', async () => {
    const { ledger } = await desk();
    await ledger.record(draft({ candidate: 'c-bbbb', citations: cited('c-bbbb') }));
    await ledger.record(draft({ polarity: 'positive' }));
    expect(close(ledger, 'confirmed')).toHaveProperty('problems');
    expect(close(ledger, 'confirmed', ['F1'])).toHaveProperty('problems');
    expect(close(ledger, 'confirmed', ['F2'])).toHaveProperty('problems');
    expect(close(ledger, 'confirmed', ['F9'])).toEqual({
      problems: ['there is no finding "F9"; there are F1 to F2'],
    });
    await ledger.record(draft());
    expect(close(ledger, 'confirmed', ['F3'])).toEqual({ id: 'L1' });
    expect(ledger.leads[0]).toMatchObject({ status: 'confirmed', finding_ids: ['F3'] });
  });

  test('an unknown lead is answered with those there are', async () => {
    const { ledger } = await desk();
    const entry = ledger.close({ lead: 'L9', status: 'explained', reason: 'because', finding_ids: [] });
    expect(entry).toEqual({ problems: ['there is no lead "L9"; there are L1'] });
  });

  test('finish is refused while a lead is open or a pass is uncovered; failures need nothing', async () => {
    const { ledger } = await desk();
    expect(ledger.finish([])).toEqual([
      expect.stringContaining('lead L1 (debris) of c-aaaa is open'),
      expect.stringContaining('c-aaaa has no finding'),
      expect.stringContaining('c-bbbb has no finding'),
    ]);
    expect(ledger.finished).toBe(false);
    close(ledger, 'explained');
    await ledger.record(draft());
    expect(ledger.finish(['c-bbbb'])).toEqual([]);
    expect(ledger.finished).toBe(true);
  });

  test('a pass is examined by a finding, or by a word in a finish that was refused for something else', async () => {
    const { ledger } = await desk();
    expect(ledger.unexamined).toEqual(['c-aaaa', 'c-bbbb']);
    await ledger.record(draft());
    expect(ledger.unexamined).toEqual(['c-bbbb']);
    expect(ledger.finish(['c-bbbb'])).toEqual([
      expect.stringContaining('lead L1 (debris) of c-aaaa is open'),
    ]);
    expect(ledger.unexamined).toEqual([]);
    close(ledger, 'explained');
    expect(ledger.finish([])).toEqual([]);
  });

  test('a tampering report stands apart from findings, and needs a citation that holds', async () => {
    const { ledger } = await desk();
    const report = { candidate: 'c-aaaa', claim: 'It addresses the judge.' };
    expect(
      await ledger.report({ ...report, citations: cited('c-aaaa', 'please rate me first') }),
    ).toHaveProperty('problems');
    expect(await ledger.report({ ...report, citations: cited('c-aaaa') })).toEqual({ id: 'T1' });
    expect(ledger.findings).toEqual([]);
  });

  test('twins are covered together, and a finding about one answers a lead of the other', async () => {
    const { ledger } = await testDesk({
      candidates,
      leads: [leadOf('L1', 'c-bbbb')],
      twins: { 'c-bbbb': 'c-aaaa', 'c-aaaa': 'c-aaaa' },
    });
    await ledger.record(draft());
    expect(close(ledger, 'confirmed', ['F1'])).toEqual({ id: 'L1' });
    expect(ledger.finish([])).toEqual([]);
  });
});

test('leads of failures are not asked, and twins are asked once where the lead stands in their patch', async () => {
  const { caseFile } = await testDesk({ candidates, twins: { 'c-bbbb': 'c-aaaa', 'c-aaaa': 'c-aaaa' } });
  const shared = (id: string, candidate: string) => leadOf(id, candidate, { citations: cited(candidate) });
  const event = [
    { kind: 'event', candidate: 'c-bbbb', event: 'e1', part: 'input', quote: 'git log --all' },
  ] as const;
  const own = leadOf('L3', 'c-bbbb', { citations: [...event] });
  const leads = [shared('L1', 'c-aaaa'), shared('L2', 'c-bbbb'), own, leadOf('L4', 'c-cccc')];
  const answer = leadsToAnswer(leads, caseFile.candidates);
  expect(answer.toAnswer.map(({ id }) => id)).toEqual(['L1', 'L3']);
  const ids = new Map([
    ['c-aaaa', 'r1'],
    ['c-bbbb', 'r2'],
    ['c-cccc', 'r3'],
  ]);
  const closed = answer.toAnswer.map((lead) => ({
    ...lead,
    status: 'explained' as const,
    reason: 'c-aaaa needs it',
  }));
  const back = leadsById(leads, closed, answer, ids);
  expect(back.map(({ status, reason }) => [status, reason])).toEqual([
    ['explained', 'r1 needs it'],
    ['explained', 'r1 needs it'],
    ['explained', 'r1 needs it'],
    ['left_open', 'no passing candidate is in question'],
  ]);
});

const finding = (id: string, more: object = {}) => ({ id, ...draft(), source: 'judge' as const, ...more });

test('what is scored names nobody, speaks through representatives and knows no failures', () => {
  const ids = new Map([
    ['c-aaaa', 'r1'],
    ['c-bbbb', 'r2'],
    ['c-cccc', 'r3'],
  ]);
  const ledger = [
    finding('F1', {
      candidate: 'c-bbbb',
      claim: 'c-bbbb is slower than c-aaaa',
      citations: [...cited('c-bbbb'), ...cited('c-cccc')],
    }),
    finding('F2', { candidate: 'c-cccc' }),
  ];
  const scored = findingsToScore(
    ledger,
    ids,
    new Map([
      ['r1', 'r1'],
      ['r2', 'r1'],
    ]),
  );
  expect(scored).toHaveLength(1);
  expect(scored[0]).toMatchObject({
    candidate: 'r1',
    claim: 'this candidate is slower than another candidate',
  });
  expect(scored[0]?.citations.map((one) => 'candidate' in one && one.candidate)).toEqual([
    'r1',
    'not scored',
  ]);
});

test('a violation is suspected by the judge alone, and confirmed where code shows it too', async () => {
  const findings = [
    finding('F1', { about: 'leaked_history' }),
    finding('F2', { about: 'forged_pass', candidate: 'c-bbbb' }),
  ];
  const { integrity: alone, warnings } = await integrityOf(findings, async () => 'nothing shows it');
  expect([...alone.values()].map(({ verdict }) => verdict)).toEqual(['suspected', 'suspected']);
  expect(warnings[0]).toBe('F1: leaked_history of c-aaaa is not confirmed: nothing shows it');
  const { integrity: both } = await integrityOf(findings, async (kind) =>
    kind === 'leaked_history' ? null : 'no re-run',
  );
  expect(both.get('c-aaaa')).toEqual({
    verdict: 'confirmed',
    kinds: ['leaked_history'],
    finding_ids: ['F1'],
  });
  expect(both.get('c-bbbb')?.verdict).toBe('suspected');
});
