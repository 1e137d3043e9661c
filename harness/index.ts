/** The library entry: what `import … from 'gagar'` offers. */

export type { ImportEvents, ImportedGroup, ImportRequest } from '../sandbox/import/run.js';
export { advantages, shape } from '../src/arithmetic/library.js';
export type { AdvantagesAnswer, ShapeAnswer } from '../src/arithmetic/lines.js';
export { Fault, type FaultCode } from '../src/fault.js';
export { Citation, Finding, Lead } from '../src/records/citation.js';
export { Group, type GroupInput, Rollout, type RolloutInput } from '../src/records/group.js';
export { Result } from '../src/records/result.js';
export { RolloutResult } from '../src/records/rollout-result.js';
export {
  AdvantagesLine,
  type AdvantagesLineInput,
  ShapeLine,
  type ShapeLineInput,
} from '../src/records/shape.js';
export { DEFAULT_SHAPE, ShapeConfig, type ShapeConfigInput } from '../src/records/shape-config.js';
export { TaskRubric } from '../src/records/task-rubric.js';
export { importRuns } from './import-runs.js';
export { type GradeConfigInput, type GradeOptions, grade } from './library.js';
