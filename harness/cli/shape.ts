/** `gagar shape`: the whole reward line as a filter, one group a line. */
import type { AddCommand } from './add-command.js';

interface Options {
  readonly config?: string;
}

export const addShape: AddCommand = (program) => {
  program
    .command('shape')
    .summary('run the whole reward line, as a filter')
    .description('Runs the whole reward line: JSONL groups on stdin, stations and advantages on stdout.')
    .option('--config <file>', 'YAML or JSON with what a line\'s "config" leaves out')
    .addHelpText(
      'after',
      `
A line in:
  {"group_id": "g", "route": "gar", "config": {"length_penalty": {}},
   "rollouts": [
     {"id": "a", "passed": true, "factor": 0.9, "tokens": 3000,
      "flagged": [[120, 160]]}, …]}
Routes:    gar (uses factor), grs (uses s_sol, s_beh), none.
Stations:  masks, integrity, GRS, length penalty, advantages, redistribution,
           tokens. A penalty is off unless it is named; null switches it off.
Config:    mode, lambda_max, integrity_value, length_penalty, segment_penalty.
A line that cannot be used is answered by {"group_id", "line", "error"} in its
place; exit code 1 at the end.

Examples:
  gagar shape < groups.jsonl > shaped.jsonl
  gagar shape --config shape.yaml < groups.jsonl | head -1`,
    )
    .action(async ({ config }: Options) => {
      const { runFilter } = await import('./filter.js');
      const { shapeLine } = await import('../../src/records/shape.js');
      const { parseLine } = await import('../../src/records/line.js');
      const { answerShape } = await import('../../src/arithmetic/lines.js');
      const { configOver, DEFAULT_SHAPE } = await import('../../src/records/shape-config.js');
      const { readSettings } = await import('../data-file.js');
      const base = config === undefined ? DEFAULT_SHAPE : readSettings(configOver(DEFAULT_SHAPE), config);
      const line = shapeLine(base);
      await runFilter((text) => answerShape(parseLine(line, text)));
    });
};
