/** Options of a grading run: from the command line, else from gagar.config.yaml, else the defaults; one set of names. */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { Fault } from '../../src/fault.js';
import type { FoldSettings } from '../../src/fold/settings.js';
import { GRS_PASS_RATE } from '../../src/grs/route.js';
import { checkSchema, toProblem } from '../../src/records/problem.js';
import { configOver, DEFAULT_SHAPE } from '../../src/records/shape-config.js';
import { DRIVERS, INTEGRITY_KINDS, MODES } from '../../src/vocabulary.js';
import { readSettings } from '../data-file.js';
import { environment } from '../environment.js';
import { foldSettings } from '../grade/settings.js';
import { DEFAULT_BUDGET } from '../judge/budget.js';

const CONFIG_FILE = 'gagar.config.yaml';

const count = z.int().min(1);
const isCap = (value: unknown): boolean =>
  value === 'none' || value === null || (typeof value === 'number' && Number.isFinite(value) && value >= 1);

/** The penalties as a line of `gagar shape` names them: what is left out of one has its usual value, null is off. */
const penalties = configOver(DEFAULT_SHAPE).shape;
const length_penalty = penalties.length_penalty.unwrap();
const segment_penalty = penalties.segment_penalty.unwrap();

/** Keys of a provider never stand in here; `key_file` names the file that holds one. */
export const GradeConfig = z.strictObject({
  judge: z.string().min(1).optional(),
  model: z.string().min(1).optional(),
  base_url: z.string().min(1).optional(),
  key_file: z.string().min(1).optional(),
  budget_usd: z.number().positive().optional(),
  budget_s: z.number().positive().optional(),
  budget_turns: count.optional(),
  budget_input_tokens: count.optional(),
  budget_output_tokens: count.optional(),
  context_tokens: z.int().min(2000).optional(),
  max_output_tokens: z.int().min(200).optional(),
  show_reference: z.boolean().optional(),
  driver: z.enum(DRIVERS).optional(),
  docker_host: z.string().min(1).optional(),
  rubric: z.string().min(1).optional(),
  profile: z.string().min(1).optional(),
  lambda_max: z.custom<number | 'none' | null>(isCap, 'expected a number of at least 1, or none').optional(),
  mode: z.enum(MODES).optional(),
  length_penalty: length_penalty.optional(),
  segment_penalty: segment_penalty.optional(),
  /** Rule files that replace the shipped ones of their harness. */
  segment_rules: z.array(z.string().min(1)).optional(),
  /** Kinds of confirmed violations that take the reward. */
  zeroing_kinds: z.array(z.enum(INTEGRITY_KINDS)).optional(),
  grs_pass_rate: z.number().min(0).max(1).optional(),
});
export type GradeConfig = z.infer<typeof GradeConfig>;

/** What a run is folded and checked with; kept in its recording, so that nobody has to say it again. */
export const RunOptions = GradeConfig.pick({
  driver: true,
  docker_host: true,
  rubric: true,
  profile: true,
  lambda_max: true,
  mode: true,
  length_penalty: true,
  segment_penalty: true,
  segment_rules: true,
  zeroing_kinds: true,
});
export type RunOptions = z.infer<typeof RunOptions>;

export const runOptions = (config: GradeConfig): RunOptions =>
  RunOptions.parse(
    Object.fromEntries(Object.entries(config).filter(([name]) => Object.hasOwn(RunOptions.shape, name))),
  );

const NUMBERS: ReadonlySet<string> = new Set(
  Object.keys(GradeConfig.shape).filter((name) => /^(budget|context|max|lambda|grs)_/.test(name)),
);

/** `given` is what commander read: camelCase names, texts. @throws Fault usage for a value that does not fit. */
export function fromCommandLine(given: Readonly<Record<string, unknown>>): GradeConfig {
  const entries = Object.entries(given).flatMap(([key, value]): [string, unknown][] => {
    const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (value === undefined || !Object.hasOwn(GradeConfig.shape, name)) return [];
    return [[name, NUMBERS.has(name) ? numberOf(value) : LISTS.has(name) ? listOf(value) : value]];
  });
  const checked = checkSchema(GradeConfig, Object.fromEntries(entries));
  if (!('problems' in checked)) return checked.value;
  const [first] = checked.problems.map(toProblem);
  throw new Fault('usage', `--${first?.field.replaceAll('_', '-')}: ${first?.message}`);
}

/** Names with commas between them; `none` is no name at all. */
const LISTS: ReadonlySet<string> = new Set(['zeroing_kinds']);
const listOf = (value: unknown): unknown =>
  typeof value === 'string' ? value.split(',').filter((name) => name !== '' && name !== 'none') : value;

const numberOf = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;

/** The named file, else gagar.config.yaml of the current folder, else nothing. @throws Fault input naming file, key and the nearest known one. */
export function readConfig(path: string | undefined): GradeConfig {
  if (path !== undefined) return readSettings(GradeConfig, path);
  return existsSync(CONFIG_FILE) ? readSettings(GradeConfig, CONFIG_FILE) : {};
}

export const DEFAULTS = {
  profile: 'flash',
  mode: 'redistribute',
  driver: 'auto',
  context_tokens: 120_000,
  max_output_tokens: 16_000,
  show_reference: false,
  grs_pass_rate: GRS_PASS_RATE,
} as const satisfies GradeConfig;

/** What sandboxes are opened with, and which container engine is asked. */
export const sandboxFlags = ({ driver = DEFAULTS.driver, docker_host }: GradeConfig) => ({
  driver,
  dockerHost: docker_host ?? environment.dockerHost(),
});

export const limitsOf = (config: GradeConfig) => ({
  turns: config.budget_turns ?? DEFAULT_BUDGET.turns,
  input_tokens: config.budget_input_tokens ?? DEFAULT_BUDGET.input_tokens,
  output_tokens: config.budget_output_tokens ?? DEFAULT_BUDGET.output_tokens,
  usd: config.budget_usd ?? DEFAULT_BUDGET.usd,
  seconds: config.budget_s ?? DEFAULT_BUDGET.seconds,
});

const shapeOf = ({ mode = DEFAULTS.mode, lambda_max, ...config }: GradeConfig) => ({
  mode,
  length_penalty: config.length_penalty ?? null,
  segment_penalty: config.segment_penalty ?? null,
  ...(lambda_max === undefined ? {} : { lambda_max: lambda_max === 'none' ? null : lambda_max }),
});

/** @throws Fault where the profile or the rubric cannot be used */
export const settingsOf = (config: GradeConfig, rubric = config.rubric): FoldSettings =>
  foldSettings({
    profile: config.profile ?? DEFAULTS.profile,
    rubric,
    shape: shapeOf(config),
    zeroing: config.zeroing_kinds,
  });
