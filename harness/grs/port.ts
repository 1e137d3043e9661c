/** What an assessment is asked for, and what it is done with. */
import type { Sandbox } from '../../sandbox/exec/port.js';
import type { OpenGroup } from '../../sandbox/open-group.js';
import type { CodeParser } from '../../src/code/syntax.js';
import type { GroupFacts } from '../../src/fold/facts.js';
import type { FoldSettings } from '../../src/fold/settings.js';
import type { JudgeFailure } from '../../src/judge/outcome.js';
import type { JudgeIdentity } from '../../src/records/result.js';
import type { BudgetLimits } from '../judge/budget.js';
import type { Emit } from '../progress.js';
import type { Provider } from '../providers/port.js';
import type { JsonObject } from '../providers/turn.js';
import type { RecordingStep } from '../recording.js';
import type { DigestedRubric } from './rubric-file.js';

export interface AssessRequest {
  readonly facts: GroupFacts;
  readonly opened: OpenGroup;
  readonly parser: CodeParser;
  readonly rubric: DigestedRubric;
  readonly settings: FoldSettings;
  readonly emit: Emit;
  /** The run's own signal: an interrupt, not a deadline. */
  readonly signal: AbortSignal;
  /** Aborted at the deadline as well. */
  readonly until: AbortSignal;
  /** Milliseconds since the epoch at which the group must be done; null where nothing presses. */
  readonly deadline: number | null;
}

export interface ReaderOptions {
  readonly provider: Provider;
  readonly context_tokens: number;
  readonly max_output_tokens: number;
}

export interface AssessorOptions {
  /** As `--judge` names it, without its argument. */
  readonly kind: string;
  /** Answers the criteria that have to be read, or why nobody does. */
  readonly reader: ReaderOptions | JudgeFailure;
  /** Turns and seconds hold for each rollout, tokens and dollars for the group. */
  readonly limits: BudgetLimits;
  readonly openSandbox: (facts: GroupFacts) => Promise<Sandbox>;
  /** What the run was set to beside its budgets; goes into the head of the recording. */
  readonly settings?: JsonObject;
  /** Run folder that the recording is written to, and gone on from. */
  readonly folder?: string | undefined;
  /** A recording to play; the judge of the result is the one that was recorded. */
  readonly recordedRun?:
    | { readonly identity: JudgeIdentity; readonly steps: readonly RecordingStep[] }
    | undefined;
}
