/** The judge port: anything that turns an opened group into an outcome; it never rejects for what it finds. */

import type { OpenGroup } from '../../sandbox/open-group.js';
import type { Detected } from '../../src/detect/run.js';
import type { GroupFacts } from '../../src/fold/facts.js';
import type { FoldSettings } from '../../src/fold/settings.js';
import type { JudgeOutcome } from '../../src/judge/outcome.js';
import type { Rerun } from '../../src/records/rollout-result.js';
import type { Emit } from '../progress.js';

export interface JudgeRequest {
  readonly facts: GroupFacts;
  readonly opened: OpenGroup;
  readonly detected: Detected;
  /** Pristine re-runs by id that were made before anybody judges; empty where nobody asked for them. */
  readonly reruns: ReadonlyMap<string, Rerun>;
  /** Ids to score: one per distinct passing tree. */
  readonly passes: readonly string[];
  readonly settings: FoldSettings;
  readonly emit: Emit;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch at which the group must be done; null where nothing presses. */
  readonly deadline: number | null;
}

export interface Judge {
  readonly kind: string;
  /** Rejects only when `signal` is aborted or our own code is broken; every other ending is data. */
  judge(request: JudgeRequest): Promise<JudgeOutcome>;
}
