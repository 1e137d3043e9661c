/** A valid rollout on its way through the stations: who it is, whether it still counts as a pass, what it earns so far. */
import type { ShapeRollout } from '../records/shape.js';

export interface Member {
  readonly rollout: ShapeRollout;
  /** The test verdict without a confirmed violation. */
  readonly passes: boolean;
  readonly reward: number;
}

export const rewardsOf = (members: readonly Member[]): number[] => members.map(({ reward }) => reward);
