/** R04: the rollout takes another copy of the package under repair from a registry. */
import { leakWatch } from '../access/leak.js';
import { registryReader } from '../access/registry.js';
import { defineDetector } from '../detector.js';

export const registryCopy = defineDetector({
  name: 'registry_copy',
  about:
    'downloads and installs of the package under repair from a registry; silent on other packages, on installs of the working tree, and unshown where the registry gave nothing or no later release',
  rows: ['R04'],
  watch: leakWatch(registryReader),
});
