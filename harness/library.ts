/** `grade` as a function: one call, one group, everything opened and closed inside. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { type LoadedGroup, loadGroup } from '../sandbox/load/group.js';
import { Fault } from '../src/fault.js';
import { placed } from '../src/fault-text.js';
import type { GroupInput } from '../src/records/group.js';
import type { InputOf } from '../src/records/input.js';
import { lineFrom } from '../src/records/line.js';
import { groupFrom } from '../src/records/parse.js';
import type { Result } from '../src/records/result.js';
import { configOver, type ShapeConfigInput } from '../src/records/shape-config.js';
import { environment } from './environment.js';
import { openBench } from './grade/bench.js';
import { gradeGroup } from './grade/grade.js';
import type { Emit } from './progress.js';
import { roadByTask } from './run/choose-assessor.js';
import { chooseJudge } from './run/choose-judge.js';
import { GradeConfig, settingsOf } from './run/options.js';
import { segmentRulesFor } from './segment-rules.js';

export type GradeConfigInput = InputOf<typeof GradeConfig>;

export interface GradeOptions {
  /** Folder that the Refs of a group given as a value are relative to. Default: the current one. */
  readonly folder?: string;
  /** Shipped factor profile or the path of one. Default: `flash`. */
  readonly profile?: string;
  /** Judge, model, budgets and the rest, by their names in `gagar.config.yaml`. Default: as on the command line. */
  readonly config?: GradeConfigInput;
  /** Run folder that a judge's recording is written to, and gone on from. Default: nothing is recorded. */
  readonly out?: string;
  /** Overrides of the reward line (mode, lambda_max, penalties), as the config of `gagar shape`. */
  readonly shape?: ShapeConfigInput;
  /** Address of the container engine, for a base that lies in an image. Default: the engine's usual socket. */
  readonly dockerHost?: string;
  readonly onProgress?: Emit;
  readonly signal?: AbortSignal;
}

/**
 * Grades one group: with the judge that `config` names, else with the static one; a group of purpose `train` whose judge is
 * not named keeps its outcome advantages.
 * @param group path of a group folder or file, or a `gagar.group/1` record
 * @throws Fault usage for a judge that cannot be opened as it is named, Fault input for a group or file that cannot be used; a judge or base that fails is a `fallback` result
 */
export async function grade(group: string | GroupInput, options: GradeOptions = {}): Promise<Result> {
  checked(options);
  const { folder = '.', out, onProgress = () => {}, signal = new AbortController().signal } = options;
  try {
    const { config, settings } = settled(options);
    const dockerHost = options.dockerHost ?? config.docker_host ?? environment.dockerHost();
    const loaded = typeof group === 'string' ? await loadGroup(group) : loadedFrom(group, folder);
    await using bench = await openBench();
    const { purpose } = loaded.group;
    const choice = { config: { ...config, docker_host: dockerHost }, purpose, folder: out };
    return await gradeGroup(loaded, {
      ...{ bench, settings, dockerHost, emit: onProgress, signal },
      judge: await chooseJudge(choice),
      grs: roadByTask(choice),
      segmentRules: segmentRulesFor(settings.shape, config.segment_rules),
    });
  } catch (error) {
    throw error instanceof Fault ? placed(error) : error;
  }
}

/** No type holds a caller of JavaScript: a judge that is named beside `config` must not be the static one without a word. */
const Options = z
  .strictObject({
    folder: z.string(),
    profile: z.string(),
    config: z.unknown(),
    out: z.string(),
    shape: z.unknown(),
    dockerHost: z.string(),
    onProgress: z.custom<Emit>((value) => typeof value === 'function', 'expected a function'),
    signal: z.instanceof(AbortSignal),
  } satisfies Record<keyof GradeOptions, z.ZodType>)
  .partial();

function checked(options: GradeOptions): void {
  const misplaced = Object.keys(Object(options)).filter(
    (key) => !(key in Options.shape) && key in GradeConfig.shape,
  );
  if (misplaced.length > 0)
    throw new Fault(
      'input',
      `options.${misplaced[0]}: is an option of config: { config: { ${misplaced.join(': …, ')}: … } }`,
    );
  lineFrom(z.strictObject({ options: Options }), { options });
}

function settled({ config: given = {}, profile, shape: over = {} }: GradeOptions) {
  const { config } = lineFrom(z.strictObject({ config: GradeConfig }), { config: given });
  const configured = settingsOf({ ...config, ...(profile !== undefined && { profile }) });
  const { shape } = lineFrom(z.strictObject({ shape: configOver(configured.shape) }), { shape: over });
  return { config, settings: { ...configured, shape } };
}

const loadedFrom = (value: GroupInput, folder: string): LoadedGroup => ({
  ...groupFrom(value),
  file: '(value)',
  line: null,
  folder: resolve(folder),
});
