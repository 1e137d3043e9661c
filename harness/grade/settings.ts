/** Puts together what a grading run is set to: rubric and profile from data files, the rest from options. */

import type { FoldSettings } from '../../src/fold/settings.js';
import { DEFAULT_SHAPE, type ShapeConfig } from '../../src/records/shape-config.js';
import { type IntegrityKind, ZEROING_KINDS } from '../../src/vocabulary.js';
import { packageVersion } from '../assets.js';
import { loadProfile, loadRubric } from '../rubrics.js';

export interface SettingOptions {
  /** Name of a shipped profile, or a path of one. */
  readonly profile?: string | undefined;
  /** Name of a shipped rubric, or a path of one. */
  readonly rubric?: string | undefined;
  readonly shape?: Partial<ShapeConfig> | undefined;
  /** Kinds of confirmed violations that take the reward. */
  readonly zeroing?: readonly IntegrityKind[] | undefined;
}

/** λ_max comes from the profile unless it is given. */
export function foldSettings({
  profile = 'flash',
  rubric,
  shape = {},
  zeroing = ZEROING_KINDS,
}: SettingOptions = {}): FoldSettings {
  const chosen = loadProfile(profile);
  return {
    rubric: loadRubric(rubric),
    profile: chosen,
    shape: { ...DEFAULT_SHAPE, lambda_max: chosen.value.lambda_max, ...shape },
    zeroing,
    version: packageVersion(),
  };
}
