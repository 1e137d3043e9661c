/** What any judge hands back: verified material and scoring passes, or a named failure; never a tier, a factor or a reward. */
import type { Finding, Lead } from '../records/citation.js';
import type { JudgeIdentity, Result, ScoringPass, Usage } from '../records/result.js';
import type { GrsVerdict, Integrity, Rerun } from '../records/rollout-result.js';
import type { FallbackReason } from '../vocabulary.js';

export type TamperReport = Result['rollouts'][number]['tamper_reports'][number];

/** All that was established before, during and apart from scoring; kept also when scoring failed. */
export interface Evidence {
  readonly findings: readonly Finding[];
  readonly leads: readonly Lead[];
  /** Rollouts without an entry are clean. */
  readonly integrity: ReadonlyMap<string, Integrity>;
  readonly tamperReports: ReadonlyMap<string, readonly TamperReport[]>;
  readonly reruns: ReadonlyMap<string, Rerun>;
  readonly investigation: Result['investigation'];
  readonly usage: Usage;
  readonly seconds: { readonly investigate: number; readonly score: number };
  readonly warnings: readonly string[];
}

export interface JudgeFailure {
  readonly reason: FallbackReason;
  readonly stage: string;
  readonly detail: string;
}

export interface JudgeOutcome extends Evidence {
  readonly identity: JudgeIdentity;
  /** Empty where the judge failed. Candidates are ids of representatives (one per distinct tree). */
  readonly passes: readonly ScoringPass[];
  readonly failure: JudgeFailure | null;
  /** By passing rollout, where the group was assessed by its task's rubric and not compared. */
  readonly grs?: ReadonlyMap<string, GrsVerdict>;
  /** File name of the recording beside the result, where one was written. */
  readonly recording?: string;
}

export const NO_USAGE: Usage = {
  input_tokens: 0,
  cached_input_tokens: 0,
  cache_write_tokens: 0,
  output_tokens: 0,
  requests: 0,
  tool_calls: 0,
  checks: 0,
  cost_usd: null,
};

export const CLEAN: Integrity = { verdict: 'clean', kinds: [], finding_ids: [] };
