/** Runs `gagar grs`: one group assessed by a rubric that is named, or by its task's own. */
import type { LoadedGroup } from '../../sandbox/load/group.js';
import { Fault } from '../../src/fault.js';
import { staticJudgeAdapter } from '../grade/static-judge.js';
import type { GrsRoad } from '../grs/road.js';
import { ownRubric, readTaskRubric, storedRubric } from '../grs/rubric-file.js';
import { chooseAssessor } from './choose-assessor.js';
import { type OneGroupCommand, runOneGroup } from './one-group.js';

export interface GrsCommand extends OneGroupCommand {
  readonly rubric?: string;
}

/** @throws Fault input for a rubric that cannot be used, or is one of another task */
export const runGrs = (path: string, { rubric, ...options }: GrsCommand): Promise<void> =>
  runOneGroup(path, options, ({ choice }) => ({
    // Nobody is asked: every group of this command is refined.
    judge: staticJudgeAdapter,
    grs: { choose: byRubric(rubric), assess: chooseAssessor(choice) },
  }));

/** The named rubric, else the one that the group's task names, whatever its pass rate. */
const byRubric =
  (file: string | undefined): GrsRoad['choose'] =>
  async (loaded: LoadedGroup) => {
    const reason = 'gagar grs was asked for';
    if (file !== undefined) return { rubric: ownRubric(readTaskRubric(file), loaded.group, file), reason };
    const rubric = await storedRubric(loaded);
    if (rubric !== null) return { rubric, reason };
    throw new Fault('usage', 'the group names no rubric: give one with --rubric', { file: loaded.file });
  };
