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
        reason: '',
        citations: [],
      })),
    },
  })) as unknown as Result['rollouts'],
});
const marksOf = (...args: Parameters<typeof lintRubric>) =>
  lintRubric(...args).map(({ criterion: id, kind }) => `${id} ${kind}`);

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

test('a criterion of which no result knows is marked', () => {
  expect(lintRubric(taskRubric(), [resultOf([{ made: 'yes' }, { made: 'no' }])])).toEqual([
    { criterion: 'worked', kind: 'unseparated', message: 'no rollout of these results was assessed by it' },
  ]);
});

test.each([
  [
    'the same check',
    { check: { kind: 'command', command: 'make' } },
    { check: { kind: 'command', command: 'make' } },
    true,
  ],
  [
    'another check',
    { check: { kind: 'command', command: 'make' } },
    { check: { kind: 'command', command: 'make x' } },
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
  ['`sub(3, 1)` returns 2.', { check: { kind: 'command', command: 'x' } }, false],
] as const)('%s %j could be decided by a command: %s', (text, more, marked) => {
  const rubric = taskRubric({ solution: [criterion('a', { text, ...more })] });
  expect(marksOf(rubric, [])).toEqual(marked ? ['a command_could_decide'] : []);
});
