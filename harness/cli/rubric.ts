/** `gagar rubric …`: rubrics, tested on groups whose right verdict is known, and written for single tasks. */
import type { AddCommand } from './add-command.js';
import { addOptions, judgeOptions, profileOption, rubricOption } from './options.js';
import { addRubricCite } from './rubric-cite.js';
import { addRubricLint } from './rubric-lint.js';
import { addRubricSynthesize } from './rubric-synthesize.js';

const EXAMPLES = `
A fixture is a group folder with an expected.json: a is above b, c and d tie,
e is T3 because of that line, and so on: docs/authoring.md. With --judge static,
relations that only a model can meet are shown as "not asked"; --judge recorded
folds each fixture's recorded run, without a key.

Examples:
  gagar rubric test my-fixtures
  gagar rubric test my-fixtures --judge recorded --junit out.xml
  gagar rubric test my-fixtures --judge recorded --rubric my-rubric.yaml
  gagar rubric test my-fixtures/17 --judge openai --model gpt-5.1 --live

Exit codes: 0 every relation that was asked holds, 1 one is broken or a fixture
has no verdict, 2 usage or input.`;

export const addRubric: AddCommand = (program) => {
  const rubric = program
    .command('rubric')
    .summary('test, write and check rubrics')
    .description('The rubric of code quality, tested on fixtures, and the rubrics of single tasks.');
  for (const add of [addRubricTest, addRubricSynthesize, addRubricLint, addRubricCite]) add(rubric);
};

const addRubricTest: AddCommand = (rubric) => {
  const command = rubric
    .command('test')
    .summary('check the relations that fixtures expect')
    .description('Grades every fixture and checks the relations that it expects.')
    .argument('<fixtures>', 'folder of fixtures, or one of them')
    .option('--live', 'compare with the recorded run, finding by finding')
    .option('--junit <file>', 'also write JUnit XML');
  addOptions(command, rubricOption(), profileOption(), ...judgeOptions('each fixture', 'recorded, '))
    .addHelpText('after', EXAMPLES)
    .action(async (fixtures: string, options) => {
      const { runRubricTest } = await import('../run/rubric-test.js');
      await runRubricTest(fixtures, options);
    });
};
