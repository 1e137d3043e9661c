/** `gagar rubric …`: rubrics, tested on groups whose right verdict is known, and written for single tasks. */
import type { AddCommand } from './commands.js';
import { addRubricCite } from './rubric-cite.js';
import { addRubricLint } from './rubric-lint.js';

const EXAMPLES = `
A fixture is a group folder with an expected.json: a is above b, c and d tie, e is T3 because of that line, and so on.
With --judge static, relations that only a model can meet are shown as "not asked".

Examples:
  gagar rubric test fixtures                                 the static judge
  gagar rubric test fixtures --judge recorded                fold each fixture's recorded run, without a key
  gagar rubric test fixtures --judge recorded --rubric my-rubric.yaml --junit out.xml
  gagar rubric test fixtures/almanac --judge anthropic --model claude-sonnet-4-5 --live

Exit codes: 0 every relation that was asked holds, 1 one is broken, 2 usage or input.`;

export const addRubric: AddCommand = (program) => {
  const rubric = program
    .command('rubric')
    .summary('test, write and check rubrics')
    .description('The rubric of code quality, tested on fixtures, and the rubrics of single tasks.');
  for (const add of [addRubricTest, addRubricLint, addRubricCite]) add(rubric);
};

const addRubricTest: AddCommand = (rubric) => {
  rubric
    .command('test')
    .summary('check the relations that fixtures expect')
    .description('Grades every fixture and checks the relations that it expects.')
    .argument('<fixtures>', 'folder of fixtures, or one of them')
    .option('--judge <judge>', 'recorded, static, or any judge of `gagar grade` (default: static)')
    .option('--live', 'compare with the recorded run, finding by finding')
    .option('--junit <file>', 'also write JUnit XML')
    .option('--rubric <name>', 'rubric: a shipped name or a .yaml file (default: code-quality)')
    .option('--profile <name>', 'factor profile: a shipped name or a .yaml file (default: flash)')
    .option('--model <name>', 'model of the judge')
    .option('--base-url <url>', "address of the provider or of one's own server")
    .option('--key-file <file>', 'file that holds the key and nothing else')
    .option('--budget-usd <number>', 'most that one fixture may cost, where the price is known')
    .option('--budget-s <seconds>', 'deadline of each fixture')
    .option('--driver <driver>', 'where checks run: auto, docker, bubblewrap or none')
    .option('--config <file>', 'options as YAML or JSON (default: gagar.config.yaml, where there is one)')
    .addHelpText('after', EXAMPLES)
    .action(async (fixtures: string, options) => {
      const { runRubricTest } = await import('../run/rubric-test.js');
      await runRubricTest(fixtures, options);
    });
};
