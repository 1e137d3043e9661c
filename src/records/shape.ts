/** One line of `gagar shape` and one of `gagar advantages`: a group as numbers. */
import { z } from 'zod';
import { ROUTES } from '../vocabulary.js';
import { Span } from './group.js';
import type { InputOf } from './input.js';
import { configOver, DEFAULT_SHAPE, LARGEST, type ShapeConfig } from './shape-config.js';
import { Id } from './values.js';

/** Below this the quotient 1 / factor is not a finite number any more. */
const SMALLEST_FACTOR = 1e-300;

const RolloutId = Id.refine(
  (id) => id !== '__proto__',
  'this id is refused: answers are objects keyed by id',
);
const Reward = z
  .number({
    error:
      'expected a finite number; leave it out for 1 (pass) or 0 (failure), or mask the rollout with "valid": false',
  })
  .min(-LARGEST, `expected at least ${-LARGEST}`)
  .max(LARGEST, `expected at most ${LARGEST}`);

/** A rollout as the stations see it, every default filled in. */
export interface ShapeRollout {
  readonly id: string;
  readonly passed: boolean;
  readonly reward: number;
  readonly valid: boolean;
  /** A confirmed violation. */
  readonly integrity: boolean;
  /** Of a pass, in (0, 1]; ignored for a failure. */
  readonly factor: number | null;
  readonly s_sol: number | null;
  readonly s_beh: number | null;
  /** What the length penalty compares. */
  readonly length: number | null;
  /** Generated tokens: what spans index. */
  readonly tokens: number | null;
  readonly flagged: readonly (readonly [from: number, to: number])[];
}

const verdictFields = {
  id: RolloutId,
  passed: z.boolean(),
  reward: Reward.optional(),
  valid: z.boolean().default(true),
  integrity: z.boolean().default(false),
  factor: z.number().nullable().default(null),
};
const AdvantagesRollout = z.strictObject(verdictFields);
const LineRollout = z.strictObject({
  ...verdictFields,
  s_sol: z.number().min(0).max(1).nullable().default(null),
  s_beh: z.number().min(0).max(1).nullable().default(null),
  length: z.number().min(1).max(LARGEST).nullable().default(null),
  tokens: z.int().min(1).nullable().default(null),
  flagged: z.array(Span).default([]),
});
type Row = z.output<typeof AdvantagesRollout> & Partial<z.output<typeof LineRollout>>;

const rewarded = <Each extends Row>(row: Each) => ({ ...row, reward: row.reward ?? (row.passed ? 1 : 0) });

/** What one field alone cannot say: ids differ, factors of passes lie in (0, 1], spans lie inside the tokens. */
function checkRows(rows: readonly Row[], context: z.RefinementCtx): void {
  const first = new Map<string, number>();
  const complain = (path: (string | number)[], message: string): void =>
    context.addIssue({ code: 'custom', path, message });
  for (const [index, { id, passed, factor, tokens = null, flagged = [] }] of rows.entries()) {
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, index);
    else complain([index, 'id'], `duplicate id: rollouts[${earlier}] has it already`);
    if (passed && factor !== null && !(factor >= SMALLEST_FACTOR && factor <= 1))
      complain(
        [index, 'factor'],
        'the factor of a pass lies in (0, 1]; leave it out where there is no grade',
      );
    for (const [at, [, to]] of flagged.entries()) {
      if (to > (tokens ?? 0))
        complain([index, 'flagged', at], `ends at ${to}, outside ${tokensText(tokens)}`);
    }
  }
}

const tokensText = (tokens: number | null): string =>
  tokens === null ? 'the tokens, whose number is missing' : `the ${tokens} tokens of the rollout`;

const rowsOf = <Each extends typeof AdvantagesRollout | typeof LineRollout>(row: Each) =>
  z.array(row).min(1).superRefine(checkRows);

/** A line of `gagar shape`; whatever its config leaves out comes from `base`. */
export function shapeLine(base: ShapeConfig) {
  return z.strictObject({
    group_id: Id,
    route: z.enum(ROUTES),
    config: configOver(base).default(base),
    rollouts: rowsOf(LineRollout).transform((rows): ShapeRollout[] =>
      rows.map((row) => ({ ...rewarded(row), length: row.length ?? row.tokens })),
    ),
  });
}
export const ShapeLine = shapeLine(DEFAULT_SHAPE);
export type ShapeLine = z.output<typeof ShapeLine>;
export type ShapeLineInput = InputOf<typeof ShapeLine>;

const { mode, lambda_max, integrity_value } = configOver(DEFAULT_SHAPE).shape;
export const AdvantagesLine = z.strictObject({
  group_id: Id,
  mode,
  lambda_max,
  integrity_value,
  rollouts: rowsOf(AdvantagesRollout).transform((rows) => rows.map(rewarded)),
});
export type AdvantagesLine = z.output<typeof AdvantagesLine>;
export type AdvantagesLineInput = InputOf<typeof AdvantagesLine>;
