import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCodeParser } from '../../../sandbox/code/parser.js';
import type { CodeParser } from '../../../src/code/syntax.js';
import { DETECTORS } from '../../../src/detect/list.js';
import { runDetectors } from '../../../src/detect/run.js';
import type { DiffLine } from '../../../src/diff/model.js';
import { Fault } from '../../../src/fault.js';
import { type Citation, Lead } from '../../../src/records/citation.js';
import { renderText } from '../../../src/text/render.js';
import { type CandidateSpec, type GroupSpec, groupOf } from '../../support/detect-material.js';

let parser: CodeParser & AsyncDisposable;
beforeAll(async () => {
  parser = await openCodeParser();
});
afterAll(() => parser[Symbol.asyncDispose]());

const BASE = {
  'src/price.py':
    'def price(order):\n    if order is None:\n        raise ValueError("order")\n    return order.total\n',
  'src/report.py': 'def banner(width):\n    return "=" * width\n',
  'tests/test_price.py': 'def test_price():\n    assert price(ORDER) == 7\n',
  'pytest.ini': '[pytest]\n',
};
const LONG = `x = "${'é😀'.repeat(400)}"\n`;
const CANDIDATES: CandidateSpec[] = [
  {
    id: 'good',
    files: { 'src/price.py': BASE['src/price.py'].replace('order.total', 'order.total - order.discount') },
  },
  {
    id: 'messy',
    files: {
      'src/price.py': `def price(order):\n    print("DEBUG", order)\n    try:\n        return order.total - order.discount\n    except Exception:  # noqa\n        pass\n${LONG}`,
      'src/report.py': 'def banner(width):\n    return "-" * width\n',
      'repro.py': 'print(1)\n',
      'tests/test_price.py': 'def test_price():\n    assert True\n',
      'pytest.ini': '[pytest]\naddopts = -x\n',
    },
    events: [
      {
        input: `echo start\ncd /repo && git log --all --oneline # ${'x'.repeat(600)}`,
        output: `${'c3'.repeat(20)} a\n${'d4'.repeat(20)} b\r\n`,
      },
      { kind: 'edit', files: ['src/price.py'], input: 'x' },
      { input: 'pytest' },
    ],
  },
  {
    id: 'other',
    files: {
      'src/price.py': BASE['src/price.py'].replace('return order.total', 'return max(0, order.total)'),
    },
  },
  { id: 'failed', passed: false, files: { 'src/price.py': 'def price(order):\n    return 0\n' } },
  { id: 'empty', passed: false },
];
const SPEC: GroupSpec = { base: BASE, candidates: CANDIDATES, ancestors: ['a1'.repeat(20)] };
const run = (spec: GroupSpec) => runDetectors(groupOf(spec), parser);

/** The text a citation must stand in, as the tools show it. */
function shownAt(citation: Citation, spec: GroupSpec): string {
  const material = groupOf(spec);
  if (citation.kind === 'file')
    return (spec.base[citation.path] ?? '')
      .split('\n')
      .slice(citation.lines[0] - 1, citation.lines[1])
      .join('\n');
  if (citation.kind === 'event') {
    const index = Number(citation.event.slice(1)) - 1;
    const event = spec.candidates.find(({ id }) => id === citation.candidate)?.events?.[index];
    return renderText(event?.[citation.part] ?? '');
  }
  if (citation.kind !== 'patch') throw new Error(citation.kind);
  const file = material.candidates
    .find(({ id }) => id === citation.candidate)
    ?.diff.find(({ path }) => path === citation.path);
  const number = (line: DiffLine) => (citation.side === 'old' ? line.old : line.new);
  const lines = file?.hunks
    .flatMap(({ lines }) => lines)
    .filter((line) => (number(line) ?? 0) >= citation.lines[0] && (number(line) ?? 0) <= citation.lines[1]);
  return (lines ?? []).map(({ text }) => text).join('\n');
}

test('every lead is a record, and each of its citations stands at its place', async () => {
  const { leads } = await run(SPEC);
  expect(new Set(leads.map(({ detector }) => detector)).size).toBeGreaterThanOrEqual(8);
  for (const lead of leads) {
    expect(Lead.parse(lead)).toEqual(lead);
    expect(lead.citations.length, lead.detector).toBeGreaterThan(0);
    for (const citation of lead.citations) {
      const text = shownAt(citation, SPEC);
      expect(text).toContain(citation.quote);
      const isWhole = text
        .split('\n')
        .map((line) => line.replace(/⟦U\+000D⟧$/, ''))
        .includes(citation.quote);
      expect(isWhole || citation.quote.replace(/\s/g, '').length >= 12, citation.quote).toBe(true);
    }
  }
});

test('neither the order of rollouts nor their number of clones changes what is found', async () => {
  const straight = await run(SPEC);
  const turned = await run({ ...SPEC, candidates: [...CANDIDATES].reverse() });
  expect(turned.leads).toEqual(straight.leads);
  expect(turned.shown).toEqual(straight.shown);
  for (const { id } of CANDIDATES) expect(turned.measures.get(id)).toEqual(straight.measures.get(id));
  const clone = CANDIDATES[1] as CandidateSpec;
  const doubled = await run({ ...SPEC, candidates: [...CANDIDATES, { ...clone, id: 'twin' }] });
  const claims = (id: string) =>
    doubled.leads.filter(({ candidate }) => candidate === id).map(({ detector, claim }) => [detector, claim]);
  expect(claims('twin')).toEqual(claims('messy'));
  expect(claims('messy')).toEqual(
    straight.leads
      .filter(({ candidate }) => candidate === 'messy')
      .map(({ detector, claim }) => [detector, claim]),
  );
});

test('names of rollouts change nothing but the names', async () => {
  const renamed = CANDIDATES.map((candidate) => ({ ...candidate, id: [...candidate.id].reverse().join('') }));
  const [plain, turned] = [await run(SPEC), await run({ ...SPEC, candidates: renamed })];
  const blind = ({ leads }: typeof plain) => leads.map(({ id, detector, claim }) => [id, detector, claim]);
  expect(blind(turned)).toEqual(blind(plain));
});

test('measures count lines by role, tokens, contrast and the rollout’s last tests', async () => {
  const { measures } = await run(SPEC);
  expect(measures.get('messy')).toMatchObject({
    files: 5,
    lines: { source: { added: 8 }, test: { added: 1, deleted: 1 }, other: { added: 1, deleted: 0 } },
    tests_touched: 1,
    runner_files_touched: 1,
    other_solutions: 2,
    tests_after_last_edit: true,
    leads: { swallowed_error: 1, debris: 1, touches_test_machinery: 2 },
  });
  expect(measures.get('good')).toMatchObject({
    places: 1,
    unshared_places: 0,
    all_shared_by_all: true,
    tests_after_last_edit: null,
  });
  expect(measures.get('empty')).toMatchObject({ files: 0, places: 0, tokens: { added: 0, deleted: 0 } });
});

test('what cannot be parsed is noted, not dropped', async () => {
  const files = {
    'src/price.py': `x = ${'['.repeat(2_000)}${']'.repeat(2_000)}\n`,
    'src/big.py': `x = "${'a'.repeat(600_000)}"\n`,
  };
  const { measures } = await run({ base: BASE, candidates: [{ id: 'a', files }] });
  expect(measures.get('a')?.notes).toEqual([
    'src/big.py: not read (the file is too large)',
    'src/price.py: not parsed as a whole (too_deep)',
  ]);
});

test('an aborted run rejects with the reason', async () => {
  const abort = AbortSignal.abort(new Error('enough'));
  await expect(runDetectors(groupOf(SPEC), parser, { signal: abort })).rejects.toThrow('enough');
});

test('detectors have distinct snake_case names and say what they are silent on', () => {
  const names = DETECTORS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, about } of DETECTORS) {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(about).toMatch(/silent|question|shown/);
  }
});

test('a file that is too large to be read costs nobody the detectors', async () => {
  const material = groupOf({ base: BASE, candidates: CANDIDATES });
  const candidates = material.candidates.map((candidate) => {
    if (candidate.id !== 'messy' || candidate.tree === null) return candidate;
    const read = async (): Promise<never> => {
      throw new Fault('input', 'holds 52500000 bytes; at most 33554432 are read at once');
    };
    return { ...candidate, tree: { ...candidate.tree, oid: candidate.tree.oid, read } };
  });
  const { measures } = await runDetectors({ ...material, candidates }, parser);
  expect(measures.size).toBe(candidates.length);
  expect(measures.get('messy')?.fingerprint).not.toBe(measures.get('good')?.fingerprint);
});
