import { expect, test } from 'vitest';
import { openCase, renamedCitation } from '../../../src/judge/case.js';
import { openLedger } from '../../../src/judge/ledger.js';
import { findingsById } from '../../../src/judge/unblind.js';
import type { Citation } from '../../../src/records/citation.js';
import { openChecks } from '../../../tools/checks.js';
import { memoryMaterial } from '../../support/material.js';

const ALIASES = new Map([
  ['roll-2', 'c-bbbb'],
  ['roll-1', 'c-aaaa'],
]);
const LINE = 'def sub(a, b): return a - b';

async function blindCase() {
  const secret = {
    policy: { model: 'big-model', harness: 'agent', version: 'v7' },
    reward: 0.75,
    extra: { note: 'do not tell' },
  };
  const material = await memoryMaterial({
    base: { 'calc.py': 'def sub(a, b): return a + b\n' },
    candidates: {
      'roll-1': { changes: { 'calc.py': `${LINE}\n` }, log: 'one\n', rollout: { ...secret, tokens: 12 } },
      'roll-2': { changes: { 'calc.py': `${LINE}  # two\n` }, rollout: secret },
      'roll-3': { rollout: { passed: false } },
    },
  });
  return openCase({ material, aliases: ALIASES, representatives: new Map() });
}

test('candidates are known by their aliases alone, in the order given, and without what names or pays them', async () => {
  const { candidates, material } = await blindCase();
  expect(material.candidates.map(({ id, rollout }) => [id, rollout.id])).toEqual([
    ['c-bbbb', 'c-bbbb'],
    ['c-aaaa', 'c-aaaa'],
  ]);
  expect(candidates.map(({ alias, material: { id } }) => [alias, id])).toEqual([
    ['c-bbbb', 'c-bbbb'],
    ['c-aaaa', 'c-aaaa'],
  ]);
  const shown = JSON.stringify(material.candidates.map(({ rollout }) => rollout));
  expect(shown).not.toMatch(/roll-|big-model|agent|v7|0\.75|do not tell/);
  expect(shown).toContain('"tokens":12');
});

test('a citation by alias is held against the right candidate, and reaches the result by its id', async () => {
  const seen = await blindCase();
  const ledger = openLedger({ caseFile: seen, leads: [], checks: openChecks() });
  const cites = (alias: string, quote: string): Citation[] => [
    { kind: 'patch', candidate: alias, path: 'calc.py', side: 'new', lines: [1, 1], quote },
    { kind: 'file', tree: alias, path: 'calc.py', lines: [1, 1], quote },
  ];
  const draft = (candidate: string, quote: string) => ({
    candidate,
    about: 'precision' as const,
    polarity: 'negative' as const,
    claim: `It is not what ${candidate} should do.`,
    citations: cites(candidate, quote),
  });
  expect(await ledger.record(draft('c-bbbb', `${LINE}  # two`))).toEqual({ id: 'F1' });
  expect(await ledger.record(draft('c-aaaa', `${LINE}  # two`))).toHaveProperty('problems');
  expect(await ledger.record(draft('c-aaaa', LINE))).toEqual({ id: 'F2' });
  await expect(ledger.record(draft('roll-1', LINE))).rejects.toThrow(/no candidate "roll-1"/);
  const ids = new Map([...ALIASES].map(([id, alias]) => [alias, id]));
  const found = findingsById(ledger.findings, ids);
  expect(found.map(({ candidate, claim }) => [candidate, claim])).toEqual([
    ['roll-2', 'It is not what roll-2 should do.'],
    ['roll-1', 'It is not what roll-1 should do.'],
  ]);
  expect(found[0]?.citations).toEqual(
    cites('c-bbbb', `${LINE}  # two`).map((citation) => renamedCitation(citation, () => 'roll-2')),
  );
  expect(JSON.stringify(found)).not.toMatch(/c-[a-z]{4}/);
});

test('the base has its own name, and a patch without a tree says so', async () => {
  const seen = await blindCase();
  expect(await seen.tree('base').read('calc.py')).toEqual(Buffer.from('def sub(a, b): return a + b\n'));
  expect(() => seen.tree('c-cccc')).toThrow(/no candidate "c-cccc"; there are c-bbbb, c-aaaa/);
  const file: Citation = { kind: 'file', tree: 'base', path: 'a', lines: [1, 1], quote: 'x' };
  expect(renamedCitation(file, () => 'other')).toEqual(file);
});
