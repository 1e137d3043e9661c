/** Rows of the reward line in short, and what it makes of them. */
import { expect } from 'vitest';
import { type Shaped, shape } from '../../../src/arithmetic/shape.js';
import type { ShapeRollout } from '../../../src/records/shape.js';
import { DEFAULT_SHAPE, type ShapeConfig } from '../../../src/records/shape-config.js';
import type { Route } from '../../../src/vocabulary.js';
import { rollout } from '../../support/rollout.js';

export const near = (value: number | null) => (value === null ? null : expect.closeTo(value, 12));
export const pass = (id: string, given: Partial<ShapeRollout> = {}) =>
  rollout({ id, passed: true, factor: 0.9, ...given });
export const fail = (id: string, given: Partial<ShapeRollout> = {}) =>
  rollout({ id, passed: false, ...given });
export const run = (
  rows: readonly ShapeRollout[],
  given: Partial<ShapeConfig> = {},
  route: Route = 'gar',
): Shaped => shape(route, rows, { ...DEFAULT_SHAPE, ...given });
