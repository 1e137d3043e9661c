/** Runs `gagar grade`: one group compared by a judge, or refined by the rubric that its task names. */
import { rerunnerWith } from '../rerun/rerunner.js';
import { segmentRulesFor } from '../segment-rules.js';
import { roadByTask } from './choose-assessor.js';
import { chooseJudge } from './choose-judge.js';
import { type OneGroupCommand, runOneGroup } from './one-group.js';

export interface GradeCommand extends OneGroupCommand {
  readonly rerun?: boolean;
}

export const runGrade = (path: string, options: GradeCommand): Promise<void> =>
  runOneGroup(path, options, async ({ choice, settings, flags }) => ({
    judge: await chooseJudge(choice),
    segmentRules: segmentRulesFor(settings.shape, choice.config.segment_rules),
    grs: roadByTask(choice),
    ...(options.rerun && { rerunWith: (emit) => rerunnerWith(flags, emit) }),
  }));
