/** What an operator's run is set to: given when it is opened, read from the head of its recording ever after. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../src/fault.js';
import { checkSchema } from '../../src/records/problem.js';
import type { BudgetLimits } from '../judge/budget.js';
import { type RunConfig, readRunConfig } from '../judge/run-config.js';
import { RECORDING_FILE } from '../recording.js';
import { readRecording } from '../recording-file.js';
import { DEFAULTS, GradeConfig } from '../run/options.js';
import { OPERATOR } from './seat.js';

/** Of the options of a grading, those that mean something where nobody is paid. */
const OPTIONS = { driver: true, docker_host: true, profile: true, lambda_max: true, mode: true } as const;
const OperatorOptions = GradeConfig.pick(OPTIONS);
type OperatorOptions = Pick<GradeConfig, keyof typeof OPTIONS>;

export interface OperatorRun {
  readonly group: string;
  readonly folder: string;
  /** Who judges: a person or an agent, as they want to be called in the result. */
  readonly name: string;
  readonly config: RunConfig;
  readonly options: OperatorOptions;
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

export function newRun({ group, folder, name, config }: NewRun): OperatorRun {
  const { driver, docker_host, profile, lambda_max, mode } = config;
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
    options: {
      ...(driver !== undefined && { driver }),
      ...(docker_host !== undefined && { docker_host }),
      ...(profile !== undefined && { profile }),
      ...(lambda_max !== undefined && { lambda_max }),
      ...(mode !== undefined && { mode }),
    },
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
  const options = checkSchema(OperatorOptions, head.config.options ?? {});
  const config = readRunConfig(head.config);
  if (head.judge.kind !== OPERATOR || head.judge.model === null || 'problems' in options || !isWhole(config))
    throw new Fault('usage', `holds a run of the judge ${head.judge.kind}, not of an operator`, { file });
  return { group: group ?? head.group, folder, name: head.judge.model, config, options: options.value };
}

const isWhole = (config: Partial<RunConfig>): config is RunConfig => config.limits !== undefined;
