/** What a fold is set to: rubric, factor profile and reward line, each with the digest that the result names. */
import type { Profile } from '../records/profile.js';
import type { Integrity } from '../records/rollout-result.js';
import type { Rubric } from '../records/rubric.js';
import type { ShapeConfig } from '../records/shape-config.js';
import type { IntegrityKind } from '../vocabulary.js';

export interface Digested<T> {
  readonly value: T;
  /** sha256 of its RFC 8785 JSON. */
  readonly digest: string;
}

export interface FoldSettings {
  readonly rubric: Digested<Rubric>;
  readonly profile: Digested<Profile>;
  readonly shape: ShapeConfig;
  /** A confirmed violation of any other kind is reported and costs nothing. */
  readonly zeroing: readonly IntegrityKind[];
  /** Version of gagar that folds. */
  readonly version: string;
}

/** True where a violation takes the reward. The kinds of a confirmed verdict are the confirmed ones. */
export const isZeroed = (
  integrity: Integrity | undefined,
  { zeroing }: Pick<FoldSettings, 'zeroing'>,
): boolean => integrity?.verdict === 'confirmed' && integrity.kinds.some((kind) => zeroing.includes(kind));
