/** What an operator's run is set to: given when it is opened, read from the head of its recording ever after. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../src/fault.js';
import { checkSchema } from '../../src/records/problem.js';
import { RECORDING_FILE } from '../file-names.js';
import type { BudgetLimits } from '../judge/budget.js';
import { type RunConfig, readRunConfig } from '../judge/run-config.js';
import { readRecording } from '../recording-file.js';
import { DEFAULTS, type GradeConfig, RunOptions, runOptions } from '../run/options.js';
import { OPERATOR } from './seat.js';

export interface OperatorRun {
  readonly group: string;
  readonly folder: string;
  /** Who judges: a person or an agent, as they want to be called in the result. */
  readonly name: string;
  readonly config: RunConfig;
  readonly options: RunOptions;
}

/** Nobody hurries: a guard against loops and forgotten processes, not a budget. */
const LIMITS: BudgetLimits = {
  turns: 4000,
  input_tokens: 1e12,
  output_tokens: 1e12,
  usd: null,
  seconds: 14 * 24 * 3600,
};

export interface NewRun {
  readonly group: string;
  readonly folder: string;
  readonly name: string;
  readonly config: GradeConfig;
}

const MAX_NAME = 200;

/** @throws Fault usage for a name that no report could show. */
export function newRun({ group, folder, name, config }: NewRun): OperatorRun {
  if (name.trim() === '' || name.length > MAX_NAME || /\p{Cc}/u.test(name))
    throw new Fault(
      'usage',
      `--name: expected one line of 1 to ${MAX_NAME} characters, to stand in the result`,
    );
  return {
    group,
    folder,
    name,
    config: {
      limits: LIMITS,
      context_tokens: 1e9,
      max_output_tokens: DEFAULTS.max_output_tokens,
      show_reference: config.show_reference ?? DEFAULTS.show_reference,
    },
    options: runOptions(config),
  };
}

/** @throws Fault usage where the folder holds no run of an operator. */
export async function openRun(folder: string, group: string | undefined): Promise<OperatorRun> {
  const file = join(folder, RECORDING_FILE);
  if (!existsSync(file))
    throw new Fault('usage', 'holds no run; begin one with `gagar judge open GROUP -o RUN --name NAME`', {
      file: folder,
    });
  const { head } = await readRecording(file);
  const options = checkSchema(RunOptions, head.config.options ?? {});
  const config = readRunConfig(head.config);
  if (head.judge.kind !== OPERATOR || head.judge.model === null || 'problems' in options || !isWhole(config))
    throw new Fault('usage', `holds a run of the judge ${head.judge.kind}, not of an operator`, { file });
  return { group: group ?? head.group, folder, name: head.judge.model, config, options: options.value };
}

const isWhole = (config: Partial<RunConfig>): config is RunConfig => config.limits !== undefined;
