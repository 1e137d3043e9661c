/** What a fold is set to: rubric, factor profile and reward line, each with the digest that the result names. */
import type { Profile } from '../records/profile.js';
import type { Rubric } from '../records/rubric.js';
import type { ShapeConfig } from '../records/shape-config.js';

export interface Digested<T> {
  readonly value: T;
  /** sha256 of its RFC 8785 JSON. */
  readonly digest: string;
}

export interface FoldSettings {
  readonly rubric: Digested<Rubric>;
  readonly profile: Digested<Profile>;
  readonly shape: ShapeConfig;
  /** Version of gagar that folds. */
  readonly version: string;
}
