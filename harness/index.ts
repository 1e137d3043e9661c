/** The library entry: what `import … from 'gagar'` offers. */

export {
  type ImportEvents,
  type ImportedGroup,
  type ImportRequest,
  importRuns,
} from '../sandbox/import/run.js';
export { answerAdvantages as advantages, answerShape as shape } from '../src/arithmetic/lines.js';
export { Fault, type FaultCode } from '../src/fault.js';
export { Citation, Finding, Lead } from '../src/records/citation.js';
export { Group, Rollout } from '../src/records/group.js';
export { Result } from '../src/records/result.js';
export { RolloutResult } from '../src/records/rollout-result.js';
export { AdvantagesLine, shapeLine as ShapeLine } from '../src/records/shape.js';
export { TaskRubric } from '../src/records/task-rubric.js';
export { type GradeInput, grade } from './grade/library.js';
export type { GradeConfig } from './run/options.js';
