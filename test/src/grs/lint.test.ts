import { expect, test } from 'vitest';
import { lintRubric } from '../../../src/grs/lint.js';
import type { Result } from '../../../src/records/result.js';
import { criterion, taskRubric } from '../../support/task-rubric.js';

type Answers = Readonly<Record<string, 'yes' | 'partial' | 'no' | 'unassessed'>>;

/** One result, of which only the answers matter. */
const resultOf = (rows: readonly Answers[]): Pick<Result, 'rollouts'> => ({
  rollouts: rows.map((answers, at) => ({
    id: `r${at}`,
    grs: {
      s_sol: null,
      s_beh: null,
      criteria: Object.entries(answers).map(([id, verdict]) => ({
        id,
        verdict,
        weight: 1,
        reason: verdict === 'unassessed' ? 'nobody reads' : '',
        citations: [],
      })),
    },
  })) as unknown as Result['rollouts'],
});
/** All marks but the one that every small rubric of these tests would have. */
const marksOf = (...args: Parameters<typeof lintRubric>) =>
  lintRubric(...args)
    .filter(({ kind }) => kind !== 'unsourced')
    .map(({ criterion: id, kind }) => `${id} ${kind}`);

test('a criterion that everybody answers alike separates nobody', () => {
  const rubric = taskRubric();
  const rows = [
    { made: 'yes', worked: 'yes' },
    { made: 'yes', worked: 'no' },
  ] as const;
  expect(marksOf(rubric, [resultOf(rows)])).toEqual(['made unseparated']);
  expect(marksOf(rubric, [resultOf([{ ...rows[0], made: 'unassessed' }, rows[1]])])).toEqual([]);
  expect(marksOf(rubric, [])).toEqual([]);
});

test('separation is looked for over all results', () => {
  const results = [resultOf([{ made: 'yes', worked: 'no' }]), resultOf([{ made: 'no', worked: 'yes' }])];
  expect(marksOf(taskRubric(), results)).toEqual([]);
});

test('a criterion of which no result knows is marked as one that was never asked', () => {
  const results = [resultOf([{ made: 'yes' }, { made: 'no' }])];
  expect(marksOf(taskRubric(), results)).toEqual(['worked unassessed']);
  expect(lintRubric(taskRubric(), results).at(-1)?.message).toMatch(/^no rollout of these results was asked/);
});

test('a criterion that nobody could read is told from one that separates nobody', () => {
  const results = [
    resultOf([
      { made: 'unassessed', worked: 'yes' },
      { made: 'unassessed', worked: 'no' },
    ]),
  ];
  expect(marksOf(taskRubric(), results)).toEqual(['made unassessed']);
  expect(lintRubric(taskRubric(), results).at(-1)?.message).toBe(
    'none of 2 rollouts could be assessed by it: nobody reads',
  );
});

test('a criterion without a source is marked', () => {
  const source = {
    group_id: 'g',
    rollout: 'r0',
    note: 'It forgets the sign.',
    citations: [{ kind: 'task' as const, quote: 'the sign' }],
  };
  const rubric = taskRubric({ solution: [criterion('made', { sources: [source] })] });
  expect(lintRubric(rubric, []).map(({ criterion: id, kind }) => `${id} ${kind}`)).toEqual([
    'worked unsourced',
  ]);
});

test.each([
  [
    'the same check',
    { check: { kind: 'command', command: 'make', stdout: 'done' } },
    { check: { kind: 'command', command: 'make', stdout: 'done' } },
    true,
  ],
  [
    'another check',
    { check: { kind: 'command', command: 'make', stdout: 'done' } },
    { check: { kind: 'command', command: 'make x', stdout: 'done' } },
    false,
  ],
  [
    'nearly the same words',
    { text: 'Errors of the parser are shown.' },
    { text: 'Errors of the parser are shown' },
    true,
  ],
  ['other words', { text: 'Errors of the parser are shown.' }, { text: 'Nothing else changes.' }, false],
] as const)('criteria with %s', (_, a, b, overlap) => {
  const plain = { text: 'Something of its own.' };
  const other = { text: 'A thing apart.' };
  const rubric = taskRubric({
    solution: [criterion('a', { ...plain, ...a }), criterion('b', { ...other, ...b })],
  });
  expect(marksOf(rubric, [])).toEqual(overlap ? ['b overlap'] : []);
});

test('criteria that answer alike of enough rollouts overlap, of too few they do not', () => {
  const rubric = taskRubric({
    solution: [criterion('a', { text: 'One thing.' }), criterion('b', { text: 'Another matter.' })],
  });
  const rows = (['yes', 'no', 'yes', 'no'] as const).map((a) => ({ a, b: a, worked: a }));
  expect(marksOf(rubric, [resultOf(rows)])).toEqual(['b overlap']);
  expect(marksOf(rubric, [resultOf(rows.slice(0, 3))])).toEqual([]);
});

test.each([
  ['`sub(3, 1)` returns 2.', {}, true],
  ['`tool --list` prints every name.', {}, true],
  ['The helper `sub` is used.', {}, false],
  ['`sub(3, 1)` returns 2.', { check: { kind: 'command', command: 'x', stdout: '2' } }, false],
] as const)('%s %j could be decided by a command: %s', (text, more, marked) => {
  const rubric = taskRubric({ solution: [criterion('a', { text, ...more })] });
  expect(marksOf(rubric, [])).toEqual(marked ? ['a command_could_decide'] : []);
});

test.each([
  ['the exit code alone', { command: 'python3 check.py' }, true],
  ['words of its own', { command: 'python3 -c "print(\'named\' if f() else 1)"', stdout: 'named\n' }, true],
  ['values that it does not hold', { command: 'python3 -c "print(f(3))"', stdout: '9\n' }, false],
  ['one value beside words of its own', { command: 'echo ok; python3 x.py', stdout: 'ok\n9\n' }, false],
] as const)('a command that is decided by %s is forgeable: %s', (_, check, marked) => {
  const rubric = taskRubric({ solution: [criterion('a', { check: { kind: 'command', ...check } })] });
  expect(marksOf(rubric, [])).toEqual(marked ? ['a forgeable'] : []);
});
