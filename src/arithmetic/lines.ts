/** The answers of the two JSONL filters: one validated line in, one record out. */
import type { AdvantagesLine, ShapeLine } from '../records/shape.js';
import { DEFAULT_SHAPE } from '../records/shape-config.js';
import { type Shaped, shape } from './shape.js';

export interface ShapeAnswer extends Shaped {
  readonly group_id: string;
}

export const answerShape = ({ group_id, route, rollouts, config }: ShapeLine): ShapeAnswer => ({
  group_id,
  ...shape(route, rollouts, config),
});

export interface AdvantagesAnswer
  extends Pick<Shaped, 'status' | 'mean' | 'has_signal' | 'advantages' | 'reward_equivalent' | 'warnings'> {
  readonly group_id: string;
  readonly lambda: number | null;
  readonly lambda_applied: number | null;
  readonly capped: boolean;
}

/** What no station of the sub-line looks at. */
const UNSHAPED = { s_sol: null, s_beh: null, length: null, tokens: null, flagged: [] } as const;

/** The sub-line of `shape`: route gar, both penalties off. */
export function answerAdvantages({ group_id, rollouts, ...line }: AdvantagesLine): AdvantagesAnswer {
  const rows = rollouts.map((row) => ({ ...UNSHAPED, ...row }));
  const shaped = shape('gar', rows, { ...DEFAULT_SHAPE, ...line });
  const { lambda, lambda_applied, capped } = shaped.stations;
  return {
    group_id,
    status: shaped.status,
    mean: shaped.mean,
    lambda,
    lambda_applied,
    capped,
    has_signal: shaped.has_signal,
    advantages: shaped.advantages,
    reward_equivalent: shaped.reward_equivalent,
    warnings: shaped.warnings,
  };
}
