import { expect, test } from 'vitest';
import { resolveCitation } from '../../../src/evidence/resolve.js';
import { readFact } from '../../../src/grs/facts.js';
import { openReadings } from '../../../src/grs/readings.js';
import type { Citation, Lead } from '../../../src/records/citation.js';
import { type CriterionCheck, TaskRubric } from '../../../src/records/task-rubric.js';
import { memoryMaterial } from '../../support/material.js';
import { criterion, rubricDraft } from '../../support/task-rubric.js';

let calls = 0;
const shell = (command: string) => {
  calls += 1;
  const id = `c${calls}`;
  const call = { id, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command }) } };
  return [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: id, content: 'ok' },
  ];
};

const edit = (path: string, new_str: string) => {
  calls += 1;
  const id = `c${calls}`;
  const input = JSON.stringify({ command: 'str_replace', path, old_str: 'plus', new_str });
  const call = { id, type: 'function', function: { name: 'str_replace_based_edit_tool', arguments: input } };
  return [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: id, content: 'ok' },
  ];
};

const EDIT = "sed -i 's/plus/minus/' src/sub.py";
const material = await memoryMaterial({
  base: { 'src/sub.py': 'def sub(a, b):\n    return plus(a, b)\n', 'docs/rules.md': 'Use minus.\n' },
  candidates: {
    a: {
      changes: { 'src/sub.py': 'def sub(a, b):\n    return minus(a, b)  # as the rules say\n' },
      messages: [
        shell('cat docs/rules.md'),
        shell(EDIT),
        shell('python3 -m pytest -q'),
        shell('git diff'),
      ].flat(),
    },
    b: {
      changes: { 'src/sub.py': 'def sub(a, b):\n    return minus(a, b)\n' },
      messages: [shell('python3 -m pytest -q'), shell(EDIT), shell('cat docs/rules.md')].flat(),
    },
    scripted: {
      changes: { 'src/sub.py': 'def sub(a, b):\n    return minus(a, b)\n' },
      messages: [
        shell('cat docs/rules.md'),
        shell('python3 /tmp/change.py'),
        shell('pytest -q'),
        shell('git status'),
      ].flat(),
    },
    writer: {
      changes: { 'src/sub.py': 'def sub(a, b):\n    return minus(a, b)  # as docs/rules.md says\n' },
      messages: edit('src/sub.py', '# pytest, as docs/rules.md says'),
    },
    mute: { changes: { 'src/sub.py': 'def sub(a, b):\n    return minus(a, b)\n' } },
  },
});
const candidate = (id: string) => material.candidates.find((one) => one.id === id)!;
const nobody = async () => ({ leads: [], shown: new Set<string>() });

const staticCheck = (given: object): Extract<CriterionCheck, { kind: 'static' }> => {
  const place =
    'when' in given || 'tests_after_last_edit' === (given as { fact: string }).fact
      ? 'behaviour'
      : 'solution';
  const check = { kind: 'static', ...given };
  const rubric = TaskRubric.parse(rubricDraft({ [place]: [criterion('fact', { check } as never)] }));
  return rubric[place][0]!.check as Extract<CriterionCheck, { kind: 'static' }>;
};

test.each([
  ['a', { fact: 'changes', path: 'src/' }, 'yes'],
  ['a', { fact: 'changes', path: 'src' }, 'no'],
  ['a', { fact: 'changes', path: 'tests/', holds: false }, 'yes'],
  ['a', { fact: 'adds', pattern: 'return minus\\(' }, 'yes'],
  ['a', { fact: 'adds', pattern: 'return plus\\(' }, 'no'],
  ['a', { fact: 'adds', pattern: 'minus', path: 'docs/' }, 'no'],
  ['a', { fact: 'has', pattern: '^def sub', path: 'src/sub.py' }, 'yes'],
  ['a', { fact: 'has', pattern: 'x', path: 'src/none.py' }, 'no'],
  ['a', { fact: 'lead', detector: 'debris', holds: false }, 'yes'],
  ['a', { fact: 'ran', pattern: 'rules\\.md', when: 'before_first_edit' }, 'yes'],
  ['b', { fact: 'ran', pattern: 'rules\\.md', when: 'before_first_edit' }, 'no'],
  ['b', { fact: 'ran', pattern: 'rules\\.md', when: 'ever' }, 'yes'],
  ['b', { fact: 'ran', pattern: 'rules\\.md', when: 'after_last_edit' }, 'yes'],
  ['writer', { fact: 'ran', pattern: 'rules\\.md', when: 'ever' }, 'no'],
  ['writer', { fact: 'tests_after_last_edit' }, 'no'],
  ['a', { fact: 'tests_after_last_edit' }, 'yes'],
  ['b', { fact: 'tests_after_last_edit' }, 'no'],
  ['scripted', { fact: 'tests_after_last_edit' }, 'yes'],
  ['scripted', { fact: 'ran', pattern: 'rules\\.md', when: 'before_first_edit' }, 'yes'],
  ['mute', { fact: 'tests_after_last_edit' }, 'unassessed'],
])('of %s the fact %j is %s', async (id, given, verdict) => {
  const reading = await readFact(staticCheck(given), candidate(id), nobody);
  expect(reading.verdict).toBe(verdict);
  for (const citation of reading.citations)
    expect(await resolveCitation(citation, material)).toMatchObject({ ok: true });
});

test('a lead counts only where code alone has shown it of this candidate', async () => {
  const lead: Lead = {
    id: 'L1',
    detector: 'debris',
    candidate: 'a',
    claim: 'x',
    citations: [],
    status: 'left_open',
    reason: '',
    finding_ids: [],
  };
  const check = staticCheck({ fact: 'lead', detector: 'debris' });
  const read = (id: string, shown: string[]) =>
    readFact(check, candidate(id), async () => ({ leads: [lead], shown: new Set(shown) }));
  expect((await read('a', ['L1'])).verdict).toBe('yes');
  expect((await read('a', [])).verdict).toBe('no');
  expect((await read('b', ['L1'])).verdict).toBe('no');
});

const CODE: Citation = {
  kind: 'patch',
  candidate: 'a',
  path: 'src/sub.py',
  side: 'new',
  lines: [2, 2],
  quote: '    return minus(a, b)  # as the rules say',
};
const readings = () =>
  openReadings({
    criteria: [criterion('one'), criterion('two', { check: { kind: 'reading', partial: 'half' } })].map(
      (draft) => TaskRubric.parse(rubricDraft({ solution: [draft] })).solution[0]!,
    ),
    alias: 'a',
    material,
    checks: { get: async () => null },
  });
const draft = { criterion: 'one', verdict: 'yes' as const, reason: 'It is there.', citations: [CODE] };

test('an assessment is over when every criterion has an answer, and a later answer holds', async () => {
  const book = readings();
  expect(await book.assess(draft)).toEqual({ left: ['two'] });
  expect(await book.assess({ ...draft, criterion: 'two', verdict: 'partial' })).toEqual({ left: [] });
  expect(book.finished).toBe(true);
  await book.assess({ ...draft, verdict: 'no' });
  expect(book.answers.get('one')?.verdict).toBe('no');
});

test.each([
  [
    'a criterion that is not asked',
    { criterion: 'three' },
    /no criterion "three" to read; there are one, two/,
  ],
  ['half of what has no half', { verdict: 'partial' as const }, /one is yes or no/],
  ['no citation', { citations: [] }, /no citation comes from a/],
  [
    'a citation of another candidate',
    { citations: [{ ...CODE, candidate: 'b', quote: '    return minus(a, b)' }] },
    /no citation comes from a/,
  ],
  [
    'a quote that does not stand there',
    { citations: [{ ...CODE, quote: '    return times(a, b)' }] },
    /citations\[0\]: .*does not stand there/,
  ],
  [
    'what the base says',
    {
      citations: [
        {
          kind: 'file' as const,
          tree: 'base',
          path: 'docs/rules.md',
          lines: [1, 1] as [number, number],
          quote: 'Use minus.',
        },
      ],
    },
    /no citation comes from a/,
  ],
])('an answer with %s is refused', async (_, more, says) => {
  const entry = await readings().assess({ ...draft, ...more } as never);
  expect('problems' in entry && entry.problems.join('\n')).toMatch(says);
});

test('what does not exist needs no citation to be called so', async () => {
  expect(await readings().assess({ ...draft, verdict: 'unassessed', citations: [] })).toEqual({
    left: ['two'],
  });
});
