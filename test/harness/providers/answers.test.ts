import { expect, test } from 'vitest';
import { type AnswersFile, answersTo } from '../../../harness/providers/answers.js';
import { Fault } from '../../../src/fault.js';
import { faultText } from '../../../src/fault-text.js';

const cited = (candidate: string) => ({
  verdict: 'yes' as const,
  reason: 'It stands there.',
  citations: [
    {
      kind: 'patch' as const,
      candidate,
      path: 'a.py',
      side: 'new' as const,
      lines: [1, 1] as [number, number],
      quote: 'x = 1',
    },
    { kind: 'file' as const, tree: 'base', path: 'a.py', lines: [1, 1] as [number, number], quote: 'x = 0' },
  ],
});
const file = (answers: AnswersFile['answers']): AnswersFile => ({
  schema: 'gagar.answers/1',
  by: 'Ada',
  answers,
});
const ASKED = [
  { id: 'r1', alias: 'c-aaaa', criteria: ['fits'] },
  { id: 'r2', alias: 'c-bbbb', criteria: ['fits', 'looked'] },
];

test('a person may name rollouts by id or by alias, in citations as well', () => {
  const given = file({
    // Asked of another pass with the same tree.
    r1: { fits: cited('r1'), looked: cited('r1') },
    'c-bbbb': { fits: cited('c-bbbb'), looked: cited('r2') },
    'r9 of another group': { fits: cited('r9') },
  });
  expect(answersTo(given, ASKED, 'mine.yaml')).toEqual(
    file({
      'c-aaaa': { fits: cited('c-aaaa') },
      'c-bbbb': { fits: cited('c-bbbb'), looked: cited('c-bbbb') },
    }),
  );
});

const told = (answers: AnswersFile['answers']): string => {
  try {
    answersTo(file(answers), ASKED, 'mine.yaml');
  } catch (error) {
    if (error instanceof Fault && error.code === 'input') return faultText(error);
    throw error;
  }
  return 'all is answered';
};

test.each([
  [
    'nothing',
    {},
    [/answers\.r1\.fits: is missing/, /answers\.r2\.fits: is missing/, /answers\.r2\.looked: is missing/],
  ],
  [
    'half of it, under the alias',
    { r1: { fits: cited('r1') }, 'c-bbbb': { looked: cited('r2') } },
    [/answers\.c-bbbb\.fits: is missing/],
  ],
  [
    'what is not read',
    { r1: { fits: cited('r1'), many: cited('r1') }, r2: { fits: cited('r2'), looked: cited('r2') } },
    [/answers\.r1\.many: is no criterion that has to be read; there are fits, looked/],
  ],
  [
    'without a citation of the rollout itself',
    {
      r1: { fits: { verdict: 'no' as const, reason: 'It does not.', citations: [] } },
      r2: { fits: cited('r1'), looked: { ...cited('r1'), verdict: 'unassessed' as const } },
    },
    [
      /answers\.r1\.fits\.citations: hold nothing of r1 itself: .*for no, what stands there instead/,
      /^(?!.*r2\.looked).*answers\.r2\.fits\.citations: hold nothing of r2 itself/s,
    ],
  ],
  [
    'names of no object of ours',
    { r1: {}, constructor: { fits: cited('r1') } },
    [/answers\.r1\.fits: is missing/],
  ],
])('a file that answers %s is refused with all that is wrong', (_, answers, says) => {
  const message = told(answers);
  expect(message).toContain('mine.yaml');
  for (const one of says) expect(message).toMatch(one);
});
