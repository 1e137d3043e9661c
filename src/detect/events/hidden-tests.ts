/** R07: the rollout reads what belongs to the evaluation. */
import { hiddenTestsReader } from '../access/hidden-tests.js';
import { leakWatch } from '../access/leak.js';
import { defineDetector } from '../detector.js';

export const hiddenTests = defineDetector({
  name: 'hidden_tests',
  about:
    'reads of test files that the base does not have, of graders and of the processes that run them; silent on tests of the repository and on files that the rollout wrote',
  rows: ['R07'],
  watch: leakWatch(hiddenTestsReader),
});
