/** The road of a group that a rubric refines: which groups take it, and who assesses them. */
import type { LoadedGroup } from '../../sandbox/load/group.js';
import { routeOf } from '../../src/grs/route.js';
import type { JudgeOutcome } from '../../src/judge/outcome.js';
import type { AssessRequest } from './port.js';
import { type DigestedRubric, storedRubric } from './rubric-file.js';

/** `rubric` is null where the group is compared instead. */
export interface RoadChoice {
  readonly rubric: DigestedRubric | null;
  readonly reason: string;
}

export interface GrsRoad {
  /** @throws Fault input where the task's rubric cannot be used: another scale would be worse than no result */
  readonly choose: (loaded: LoadedGroup) => Promise<RoadChoice>;
  readonly assess: (request: AssessRequest) => Promise<JudgeOutcome>;
}

/** By the task's own rubric and pass rate. */
export const byTask =
  (threshold: number): GrsRoad['choose'] =>
  async (loaded) => {
    const { rubric: isRefined, reason } = routeOf(loaded.group.task, threshold);
    return { rubric: isRefined ? await storedRubric(loaded) : null, reason };
  };
