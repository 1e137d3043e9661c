import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { assetPath } from '../../harness/assets.js';
import { AnswersFile } from '../../harness/providers/answers.js';
import { parseYaml } from '../../harness/yaml.js';
import { lintRubric } from '../../src/grs/lint.js';
import { taskRubricFrom } from '../../src/records/parse.js';
import { checkSchema } from '../../src/records/problem.js';
import { criterion, rubricDraft } from '../support/task-rubric.js';

const page = readFileSync(assetPath('docs', 'rubric.md'), 'utf8');
const [smallest = '', kinds = '', answers = ''] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
  ([, text]) => text,
);

test('the smallest rubric of the page is a rubric', () => {
  const rubric = taskRubricFrom(parseYaml(smallest, 'rubric.md'));
  expect([rubric.solution.length, rubric.behaviour.length]).toEqual([1, 1]);
});

test('the criteria of the page are criteria that nothing is held against, and its answers are answers', () => {
  const solution = parseYaml(kinds, 'rubric.md') as object[];
  const rubric = taskRubricFrom(rubricDraft({ solution }));
  expect(rubric.solution.map(({ check }) => check.kind)).toEqual(['command', 'reading']);
  expect(lintRubric(rubric, []).filter(({ kind }) => kind !== 'unsourced')).toEqual([]);
  const read = checkSchema(AnswersFile, parseYaml(answers, 'rubric.md'));
  expect(read).toMatchObject({ value: { by: 'Ada', answers: { b: { fits: { verdict: 'yes' } } } } });
});

/** First cells of the table below a heading. */
const rows = (heading: string): string[] => {
  const section = page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| `(\w+)` *\|/gm)].map((row) => row[1] ?? '');
};

/** What the schema names where it is given nothing that it knows. */
function expectedOf(check: object): string {
  try {
    taskRubricFrom(rubricDraft({ solution: [{ ...criterion('made'), check }] }));
    return '';
  } catch (error) {
    return String(error);
  }
}

test.each(['How a criterion is checked', 'Static facts'])('%s: nothing else is known', (heading) => {
  const known = rows(heading);
  const check = heading === 'Static facts' ? { kind: 'static', fact: '?' } : { kind: '?' };
  const expected = expectedOf(check).split('expected one of ')[1] ?? '';
  const named = [...expected.matchAll(/"(\w+)"/g)].map((match) => match[1]);
  expect(new Set(named)).toEqual(new Set(known));
});
