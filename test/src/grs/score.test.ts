import { expect, test } from 'vitest';
import { isInconclusive, readCommand } from '../../../src/grs/command.js';
import { routeOf } from '../../../src/grs/route.js';
import { scoreOf } from '../../../src/grs/score.js';
import { type Answers, grsVerdicts, incompleteText } from '../../../src/grs/verdicts.js';
import { criterion, taskRubric } from '../../support/task-rubric.js';

test.each([
  [['yes 3', 'no 1'], 0.75],
  [['yes 1', 'partial 1', 'no 2'], 0.375],
  [['yes 0.1', 'yes 0.2', 'yes 0.7'], 1],
  [['no 1000'], 0],
  [['yes 1', 'unassessed 1'], null],
] as const)('%j come to %d', (given, expected) => {
  const criteria = given.map((one) => {
    const [verdict, weight] = one.split(' ') as ['yes' | 'partial' | 'no' | 'unassessed', string];
    return { verdict, weight: Number(weight) };
  });
  expect(scoreOf(criteria)).toBe(expected);
});

const ended = (exit_code: number | null, stdout = '', timed_out = false) => ({
  exit_code,
  stdout,
  timed_out,
});
const never = async () => {
  throw new Error('the base was asked');
};

test.each([
  ['exit 0', {}, ended(0, 'anything'), 'yes'],
  ['any other exit', {}, ended(1), 'no'],
  ['the exit that means half', { partial_exit: 3 }, ended(3), 'partial'],
  ['the output as asked', { stdout: 'a\nb\n' }, ended(0, 'a  \nb\n\n'), 'yes'],
  ['a line too many', { stdout: 'a\n' }, ended(0, 'a\nb\n'), 'no'],
  ['an early exit with 0', { stdout: 'a\n' }, ended(0, ''), 'no'],
  ['the output as asked, and a failure', { stdout: 'a\n', partial_lines: 1 }, ended(1, 'a\n'), 'no'],
  ['enough right lines', { stdout: 'a\nb\nc\n', partial_lines: 2 }, ended(0, 'a\nx\nc\n'), 'partial'],
  ['too few right lines', { stdout: 'a\nb\nc\n', partial_lines: 2 }, ended(0, 'a\nx\ny\n'), 'no'],
] as const)('a command that ends with %s', async (_, check, ending, verdict) => {
  expect((await readCommand(check, ending, never)).verdict).toBe(verdict);
});

test.each([
  ['stopped at the limit, while the base ends', ended(null, '', true), ended(1), 'no'],
  ['killed, while the base ends', ended(null), ended(0), 'no'],
  ['without its program, while the base has it', ended(127), ended(0), 'no'],
  ['stopped at the limit, as the base is', ended(null, '', true), ended(null, '', true), 'unassessed'],
  ['without its program, as the base is', ended(127), ended(127), 'unassessed'],
  ['without its program, and the base could not run', ended(126), null, 'unassessed'],
] as const)('a command that is %s', async (_, ending, base, verdict) => {
  expect(isInconclusive(ending)).toBe(true);
  const reading = await readCommand({}, ending, async () => base);
  expect(reading.verdict).toBe(verdict);
  expect(reading.open).toBe(verdict === 'unassessed' && base !== null ? true : undefined);
});

test('a twin takes the solution of its representative and its own behaviour', () => {
  const rubric = taskRubric({ solution: [criterion('made', { weight: 2 })] });
  const answer = (id: string, verdict: 'yes' | 'no') =>
    [id, { id, verdict, reason: '', citations: [] }] as [
      string,
      { id: string; verdict: 'yes' | 'no'; reason: string; citations: [] },
    ];
  const verdicts = grsVerdicts(
    rubric,
    [
      { id: 'a', representative: 'a' },
      { id: 'b', representative: 'a' },
    ],
    new Map<string, Answers>([
      ['a', new Map([answer('made', 'yes'), answer('worked', 'no')])],
      ['b', new Map([answer('made', 'no'), answer('worked', 'yes')])],
    ]),
  );
  expect(verdicts.get('a')).toMatchObject({ s_sol: 1, s_beh: 0 });
  expect(verdicts.get('b')).toMatchObject({ s_sol: 1, s_beh: 1 });
  expect(incompleteText(verdicts)).toBeNull();
});

test.each([
  ['another pass ends it', { b: { verdict: 'yes' } }, 'no', 0],
  ['nobody ends it', { b: { verdict: 'unassessed', open: true } }, 'unassessed', null],
  ['it could not be run for the other', { b: { verdict: 'unassessed' } }, 'unassessed', null],
  ['there is no other', {}, 'unassessed', null],
] as const)('a command that is left open, while %s', (_, others, verdict, s_sol) => {
  const answer = (more: object) =>
    new Map([['made', { id: 'made', reason: 'stopped', citations: [], ...more }]]);
  const rows = { a: { verdict: 'unassessed', open: true }, ...others };
  const answers = new Map(Object.entries(rows).map(([id, more]) => [id, answer(more) as unknown as Answers]));
  const units = Object.keys(rows).map((id) => ({ id, representative: id }));
  const [made] = grsVerdicts(taskRubric(), units, answers).get('a')?.criteria ?? [];
  expect(made).toEqual({
    id: 'made',
    weight: 1,
    citations: [],
    verdict,
    reason: verdict === 'no' ? 'stopped; it ends for another pass' : 'stopped',
  });
  expect(grsVerdicts(taskRubric(), units, answers).get('a')?.s_sol).toBe(s_sol);
});

test('what nobody answered is named', () => {
  const verdicts = grsVerdicts(taskRubric(), [{ id: 'a', representative: 'a' }], new Map());
  expect(verdicts.get('a')).toMatchObject({ s_sol: null, s_beh: null });
  expect(incompleteText(verdicts)).toMatch(/a: made: nobody answered it; a: worked:/);
});

test.each([
  [{}, false, 'no stored rubric is in use for this task'],
  [{ pass_rate: 1 }, false, 'no stored rubric is in use for this task'],
  [{ rubric: 'r' }, false, 'the task has a stored rubric, but no pass_rate is known'],
  [
    { rubric: 'r', pass_rate: 0.89 },
    false,
    'the task has a stored rubric and its pass_rate 0.89 is below 0.9',
  ],
  [
    { rubric: 'r', pass_rate: 0.9 },
    true,
    'the task has a stored rubric and its pass_rate 0.9 is at or above 0.9',
  ],
])('a task with %j is routed by what it is', (task, rubric, reason) => {
  expect(routeOf(task, 0.9)).toEqual({ rubric, reason });
});
