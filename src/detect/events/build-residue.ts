/** R06: the rollout reads what an earlier build left behind. */
import { leakWatch } from '../access/leak.js';
import { residueReader } from '../access/residue.js';
import { defineDetector } from '../detector.js';

export const buildResidue = defineDetector({
  name: 'build_residue',
  about:
    'reads of compiled modules, built files, coverage pages and editor copies that are no part of the base; silent on listing and deleting them, and unshown once the rollout has built them itself',
  rows: ['R06'],
  watch: leakWatch(residueReader),
});
