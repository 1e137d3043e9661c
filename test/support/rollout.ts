/** A rollout of the reward line with everything left at its default but what a test is about. */
import type { ShapeRollout } from '../../src/records/shape.js';

export const rollout = (given: Partial<ShapeRollout> & { id: string; passed: boolean }): ShapeRollout => ({
  reward: given.passed ? 1 : 0,
  valid: true,
  integrity: false,
  factor: null,
  s_sol: null,
  s_beh: null,
  length: null,
  tokens: null,
  flagged: [],
  ...given,
});
