/** Who judges: the named judge, or the static one where nobody is named; a training run never falls back to it. */
import { join } from 'node:path';
import type { Purpose } from '../../src/vocabulary.js';
import { RECORDING_FILE } from '../file-names.js';
import type { Judge } from '../grade/judge.js';
import { failed } from '../grade/outcomes.js';
import { staticJudgeAdapter } from '../grade/static-judge.js';
import type { RecordedRun } from '../judge/model-judge.js';
import type { RunConfig } from '../judge/run-config.js';
import type { Provider } from '../providers/port.js';
import { lacksKey } from './open-provider.js';
import { DEFAULTS, type GradeConfig, limitsOf, runOptions, sandboxFlags } from './options.js';

export interface JudgeChoice {
  readonly config: GradeConfig;
  readonly purpose: Purpose;
  /** Run folder for the recording. */
  readonly folder?: string | undefined;
}

/** @throws Fault usage where the named judge cannot be opened as it is named. */
export async function chooseJudge({ config, purpose, folder }: JudgeChoice): Promise<Judge> {
  const { judge } = config;
  if (judge === undefined) {
    if (purpose !== 'train') return staticJudgeAdapter;
    return unavailableJudge(
      'none',
      'no judge is named, and the static judge does not grade training runs; name one with --judge',
    );
  }
  if (judge === 'static') return staticJudgeAdapter;
  try {
    return await openModelJudge(judge, config, folder);
  } catch (error) {
    if (!lacksKey(error) || purpose !== 'train') throw error;
    return unavailableJudge(nameOf(judge), error.message);
  }
}

export const nameOf = (judge: string): string => judge.split(':', 1)[0] ?? judge;

/** Stands in where a training run has no judge: the group keeps its outcome advantages, and says why. */
const unavailableJudge = (kind: string, detail: string): Judge => {
  const judge: Judge = {
    kind,
    judge: async ({ settings, detected }) =>
      failed(judge, settings, { reason: 'judge_unavailable', stage: 'judge', detail }, detected.leads),
  };
  return judge;
};

async function openModelJudge(
  judge: string,
  config: GradeConfig,
  folder: string | undefined,
): Promise<Judge> {
  const [{ openProvider }, { modelJudge }, { scorePasses }, { openTaskSandbox }] = await Promise.all([
    import('./open-provider.js'),
    import('../judge/model-judge.js'),
    import('../judge/score.js'),
    import('../rerun/sandbox.js'),
  ]);
  const playback = await playbackOf(judge);
  const provider = playback?.provider ?? (await openProvider(judge, providerOptions(config)));
  return modelJudge({
    kind: nameOf(judge),
    provider,
    score: scorePasses,
    limits: limitsOf(config),
    context_tokens: config.context_tokens ?? DEFAULTS.context_tokens,
    max_output_tokens: config.max_output_tokens ?? DEFAULTS.max_output_tokens,
    show_reference: config.show_reference ?? DEFAULTS.show_reference,
    ...playback?.config,
    openSandbox: ({ facts }) => openTaskSandbox(facts.group.task, sandboxFlags(config)),
    folder,
    settings: { options: runOptions(config) },
    recordedRun: playback?.recordedRun,
  });
}

export interface Playback {
  /** What is asked beyond the recording. */
  readonly provider: Provider;
  readonly recordedRun: RecordedRun;
  readonly config: Partial<RunConfig>;
}

/** A recording that is played is not asked again: its judge is the one who judged, under the budgets that it had. */
export async function playbackOf(judge: string): Promise<Playback | null> {
  const folder = judge.slice('recorded:'.length);
  // Without a folder it is no judge, and refused as any other that lacks its path.
  if (nameOf(judge) !== 'recorded' || folder === '') return null;
  const [{ readRecording }, { readRunConfig }, { recorded }] = await Promise.all([
    import('../recording-file.js'),
    import('../judge/run-config.js'),
    import('../providers/recorded.js'),
  ]);
  const { head, steps, torn } = await readRecording(join(folder, RECORDING_FILE));
  return {
    provider: recorded({ head, steps: [], torn }),
    recordedRun: { identity: head.judge, leads: head.leads, steps },
    config: readRunConfig(head.config),
  };
}

/** What a provider is opened with. */
export const providerOptions = ({ model, base_url, key_file }: GradeConfig) => ({
  ...(model !== undefined && { model }),
  ...(base_url !== undefined && { base_url }),
  ...(key_file !== undefined && { key_file }),
});
