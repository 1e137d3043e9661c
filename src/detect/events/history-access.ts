/** R01, R02: the rollout looks at history that the task's commit does not have. */
import { historyReader } from '../access/history.js';
import { leakWatch } from '../access/leak.js';
import { defineDetector } from '../detector.js';

export const historyAccess = defineDetector({
  name: 'history_access',
  about:
    'git calls and file reads that reach beyond the history of the base: all refs, reflogs, unreachable objects, ids that are no ancestors; silent where everything shown is known to be an ancestor, and on commits of the rollout itself',
  rows: ['R01', 'R02'],
  watch: leakWatch(historyReader),
});
