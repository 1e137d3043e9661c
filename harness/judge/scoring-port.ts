/** What the judge needs of the scoring passes: the ledger in, valid passes or a named failure out. */
import type { JudgeFailure } from '../../src/judge/outcome.js';
import type { ScoringInput } from '../../src/judge/scoring.js';
import type { Sheet } from '../../src/judge/sheet.js';
import type { ScoringPass, Usage } from '../../src/records/result.js';
import type { Reader } from '../prompts.js';
import type { Provider } from '../providers/port.js';
import type { Budget } from './budget.js';
import type { Steps } from './session.js';

export interface ScoreOptions {
  readonly provider: Provider;
  readonly reader: Reader;
  readonly seed: string;
  readonly recorder: Steps;
  readonly budget: Budget;
  readonly signal: AbortSignal;
  /** Told before each question which sheet is asked about. */
  readonly onSheet?: ((sheet: Sheet) => void) | undefined;
}

export interface Scored {
  readonly passes: readonly ScoringPass[];
  readonly failure: JudgeFailure | null;
  /** Of scoring alone. */
  readonly usage: Usage;
  readonly warnings: readonly string[];
}

/** @throws Fault environment where every further request would end the same way. */
export type ScorePasses = (input: ScoringInput, options: ScoreOptions) => Promise<Scored>;
