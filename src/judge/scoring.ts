/** What a scoring pass may see: no raw text, only the task, representatives, verified findings and the rubric. */
import type { Finding } from '../records/citation.js';
import type { Rubric } from '../records/rubric.js';

export interface ScoringInput {
  /** Rendered. */
  readonly statement: string;
  /** Ids of representatives, one per distinct passing tree. */
  readonly candidates: readonly string[];
  /** Verified; `candidate` is an id. */
  readonly findings: readonly Finding[];
  readonly rubric: Rubric;
}
