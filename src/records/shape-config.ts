/** What the stations of `shape` are set to: advantage mode, cap, and the two penalties, each of which may be off. */
import { z } from 'zod';
import { MODES, SEGMENT_SCOPES } from '../vocabulary.js';
import type { InputOf } from './input.js';

/** Numbers of the reward line stay inside ±1e100: beyond it, a product of three of them may not be finite any more. */
export const LARGEST = 1e100;
const number = z.number().min(-LARGEST).max(LARGEST);
const share = z.number().min(0).max(1);

export const LengthPenalty = z
  .strictObject({
    /** The station acts where passes / valid is above this. */
    min_pass_rate: share,
    /** Of the passing lengths: the reference. */
    percentile: number.min(0).max(100),
    max_deduction: number.min(0),
    /** The deduction grows from 1 + tolerance to 1 + saturation times the reference. */
    tolerance: number.min(0),
    saturation: number,
    exponent: number.min(1),
  })
  .refine(({ tolerance, saturation }) => tolerance < saturation, {
    path: ['saturation'],
    error: 'must lie above tolerance: between the two the deduction grows',
  });
export type LengthPenalty = z.infer<typeof LengthPenalty>;

export const SegmentPenalty = z.strictObject({
  /** Multiplier of the flagged tokens of a negative trajectory. */
  kappa: number.min(1),
  /** Limits of what the other tokens are multiplied with; null: none above, 0 below. */
  alpha_max: number.min(1).nullable(),
  beta_min: share.nullable(),
  scope: z.enum(SEGMENT_SCOPES),
});
export type SegmentPenalty = z.infer<typeof SegmentPenalty>;

export const ShapeConfig = z.strictObject({
  mode: z.enum(MODES),
  /** null: no cap. */
  lambda_max: number.min(1, 'expected at least 1, or null for no cap').nullable(),
  integrity_value: number,
  /** null: the station is off. */
  length_penalty: LengthPenalty.nullable(),
  segment_penalty: SegmentPenalty.nullable(),
});
export type ShapeConfig = z.infer<typeof ShapeConfig>;

export const DEFAULT_LENGTH: LengthPenalty = {
  min_pass_rate: 0.25,
  percentile: 50,
  max_deduction: 0.5,
  tolerance: 0,
  saturation: 2,
  exponent: 1,
};
export const DEFAULT_SEGMENT: SegmentPenalty = {
  kappa: 2,
  alpha_max: null,
  beta_min: null,
  scope: 'trajectory',
};
export const DEFAULT_SHAPE: ShapeConfig = {
  mode: 'redistribute',
  lambda_max: 1.5,
  integrity_value: 0,
  length_penalty: null,
  segment_penalty: null,
};

/** A configuration of which any part may be left out and then comes from `base`, the parts of a penalty included. */
export function configOver(base: ShapeConfig) {
  const { shape } = ShapeConfig;
  const length = base.length_penalty ?? DEFAULT_LENGTH;
  const segment = base.segment_penalty ?? DEFAULT_SEGMENT;
  return z.strictObject({
    mode: shape.mode.default(base.mode),
    lambda_max: shape.lambda_max.default(base.lambda_max),
    integrity_value: shape.integrity_value.default(base.integrity_value),
    length_penalty: filledFrom(length).pipe(LengthPenalty).nullable().default(base.length_penalty),
    segment_penalty: filledFrom(segment).pipe(SegmentPenalty).nullable().default(base.segment_penalty),
  });
}

export type ShapeConfigInput = InputOf<ReturnType<typeof configOver>>;

const filledFrom = <Penalty extends object>(base: Penalty) =>
  (z.record(z.string(), z.unknown()) as z.ZodType<Record<string, unknown>, Partial<Penalty>>).transform(
    (given) => ({ ...base, ...given }),
  );
