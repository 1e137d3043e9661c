/** Who assesses a group by its rubric: code alone where nobody is named, else also the named judge, which reads. */

import type { GroupFacts } from '../../src/fold/facts.js';
import type { JudgeFailure } from '../../src/judge/outcome.js';
import type { AssessorOptions, AssessRequest, ReaderOptions } from '../grs/port.js';
import { byTask, type GrsRoad } from '../grs/road.js';
import type { Provider } from '../providers/port.js';
import { openTaskSandbox } from '../rerun/sandbox.js';
import { type JudgeChoice, nameOf, type Playback, playbackOf, providerOptions } from './choose-judge.js';
import { lacksKey } from './open-provider.js';
import { DEFAULTS, type GradeConfig, limitsOf, runOptions, sandboxFlags } from './options.js';

const unread = (detail: string, reason: JudgeFailure['reason']): JudgeFailure => ({
  reason,
  stage: 'assess',
  detail,
});

/** Groups whose task has a stored rubric and passes nearly always are refined by it; all others are compared. */
export const roadByTask = (choice: JudgeChoice): GrsRoad => ({
  choose: byTask(choice.config.grs_pass_rate ?? DEFAULTS.grs_pass_rate),
  assess: chooseAssessor(choice),
});

/** A provider is opened when the first group needs it; a group that is compared never asks for its key. */
export function chooseAssessor({ config, purpose, folder }: JudgeChoice): GrsRoad['assess'] {
  return async (request) => {
    const { assessGroup } = await import('../grs/assessor.js');
    const { judge = 'static' } = config;
    const playback = await playbackOf(judge);
    const options: AssessorOptions = {
      kind: nameOf(judge),
      reader: await readerOf(config, purpose, playback, request),
      limits: playback?.config.limits ?? limitsOf(config),
      openSandbox: ({ group }: GroupFacts) => openTaskSandbox(group.task, sandboxFlags(config)),
      folder,
      settings: { options: runOptions(config) },
      recordedRun: playback?.recordedRun,
    };
    return assessGroup(request, options);
  };
}

async function readerOf(
  config: GradeConfig,
  purpose: JudgeChoice['purpose'],
  playback: Playback | null,
  request: AssessRequest,
): Promise<ReaderOptions | JudgeFailure> {
  const { judge } = config;
  if (judge === undefined && purpose === 'train')
    return unread('no judge is named, and criteria of this rubric have to be read', 'judge_unavailable');
  if (judge === undefined || judge === 'static')
    return unread(
      'the static judge reads nothing; name a judge that does with --judge',
      'incomplete_verdict',
    );
  try {
    return {
      provider: playback?.provider ?? (await providerOf(judge, config, request)),
      context_tokens: config.context_tokens ?? DEFAULTS.context_tokens,
      max_output_tokens: config.max_output_tokens ?? DEFAULTS.max_output_tokens,
      ...playback?.config,
    };
  } catch (error) {
    if (!lacksKey(error) || purpose !== 'train') throw error;
    return unread(error.message, 'judge_unavailable');
  }
}

async function providerOf(judge: string, config: GradeConfig, request: AssessRequest): Promise<Provider> {
  const { openProvider } = await import('./open-provider.js');
  const file = judge.slice('answers:'.length);
  if (nameOf(judge) !== 'answers' || file === '') return openProvider(judge, providerOptions(config));
  const [{ askedOf }, { answering, answersTo, readAnswers }] = await Promise.all([
    import('../grs/assessor.js'),
    import('../providers/answers.js'),
  ]);
  return answering(answersTo(readAnswers(file), askedOf(request), file));
}
