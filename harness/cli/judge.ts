/** `gagar judge`: somebody at a terminal is the judge, with the tools, the ledger and the scoring passes of a model. */
import type { Command } from 'commander';
import type { AddCommand } from './add-command.js';
import { driverOption, engineOption, profileOption, referenceOption, rubricOption } from './options.js';

const EXAMPLES = `
A person, or any agent with a terminal, judges as a model does: look with tools,
record findings whose citations are checked at once, close every lead, finish;
then score twice from the findings alone, under fresh aliases each time. The run
folder holds the recording; every call is a process of its own and may be the
last one for today.

Examples:
  gagar judge open my-group -o runs/7 --name "Ada"    what to do, and the tools
  gagar judge open my-group -o runs/7                 the same again, later
  gagar judge call runs/7 list_candidates
  gagar judge call runs/7 show_patch '{"candidate": "c-xkpt"}'
  gagar judge call runs/7 record_finding - < finding.json
  gagar judge call runs/7 finish
  gagar judge sheet runs/7                            what a pass shows
  gagar judge sheet runs/7 --blank > scores.json      to fill in
  gagar judge score runs/7 - < scores.json            twice, then see the result

Exit codes: 0 done, 1 the tool refused, 2 usage or input, 3 something is missing
on this machine.`;

const TAKES = 'JSON object, or - to read it from stdin';

export const addJudge: AddCommand = (program) => {
  const judge = program
    .command('judge')
    .summary('be the judge: a person, or an agent with a terminal')
    .description('Judges a group by hand, with the tools of a model judge, recorded as its run would be.')
    .addHelpText('after', EXAMPLES);
  addOpen(judge);
  judge
    .command('call')
    .summary('call one tool')
    .description('Calls one tool of the open run; the answer goes to stdout and into the recording.')
    .argument('<run>', 'run folder')
    .argument('<tool>', 'name of the tool')
    .argument('[arguments]', TAKES, '{}')
    .option('--group <path>', 'the group, where it has moved since')
    .action(async (run: string, tool: string, given: string, options) => {
      const { runCall } = await import('../operator/commands.js');
      await runCall(run, tool, given, options);
    });
  judge
    .command('sheet')
    .summary('show what is to be scored')
    .description('Shows what the scoring pass shows: rules, task, candidates under fresh aliases, findings.')
    .argument('<run>', 'run folder')
    .option('--blank', 'print a submission to fill in instead: 4 for everybody, which is nothing found')
    .option('--group <path>', 'the group, where it has moved since')
    .action(async (run: string, options) => {
      const { runSheet } = await import('../operator/commands.js');
      await runSheet(run, options);
    });
  judge
    .command('score')
    .summary('submit the scores of a pass')
    .description('Submits the scores of the pass that is due; after the last one the result is folded.')
    .argument('<run>', 'run folder')
    .argument('<scores>', TAKES)
    .option('--group <path>', 'the group, where it has moved since')
    .action(async (run: string, scores: string, options) => {
      const { runScore } = await import('../operator/commands.js');
      await runScore(run, scores, options);
    });
};

function addOpen(judge: Command): void {
  withRunOptions(
    judge
      .command('open')
      .summary('begin a run, or look where it stands')
      .description('Begins a run, or shows again what is asked in it: instructions, tools, task.')
      .argument('<group>', 'folder with group.json, or one .json file'),
  ).action(async (group: string, options) => {
    const { runOpen } = await import('../operator/commands.js');
    await runOpen(group, options);
  });
}

/** What `judge open` and `mcp` have in common. */
export const withRunOptions = (command: Command): Command =>
  command
    .requiredOption('-o, --out <dir>', 'run folder')
    .option('--name <name>', 'who judges, as the result says it; a run that is begun has its own')
    .addOption(referenceOption())
    .addOption(driverOption())
    .addOption(engineOption())
    .addOption(rubricOption())
    .addOption(profileOption());
