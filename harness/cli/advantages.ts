/** `gagar advantages`: factors in, redistributed advantages out, one group a line. */
import type { AddCommand } from './add-command.js';

export const addAdvantages: AddCommand = (program) => {
  program
    .command('advantages')
    .summary('turn rewards and factors into advantages, as a filter')
    .description('Turns rewards and factors into advantages: JSONL groups on stdin, answers on stdout.')
    .addHelpText(
      'after',
      `
A line in:
  {"group_id": "g", "rollouts": [{"id": "a", "passed": true, "factor": 0.9},
                                 {"id": "b", "passed": false}]}
May be left out: mode (redistribute; or downweight_only, reward_scaled,
outcome), lambda_max (1.5; null: no cap), integrity_value (0), and per rollout
reward (1 for a pass, else 0), valid (true), integrity (false).
A line that cannot be used is answered by {"group_id", "line", "error"} in its
place; exit code 1 at the end.

Examples:
  gagar advantages < groups.jsonl > advantages.jsonl
  zcat groups.jsonl.gz | gagar advantages | head -1`,
    )
    .action(async () => {
      const { runFilter } = await import('./filter.js');
      const { AdvantagesLine } = await import('../../src/records/shape.js');
      const { parseLine } = await import('../../src/records/line.js');
      const { answerAdvantages } = await import('../../src/arithmetic/lines.js');
      await runFilter((text) => answerAdvantages(parseLine(AdvantagesLine, text)));
    });
};
