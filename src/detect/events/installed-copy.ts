/** R05: the rollout reads a copy of the project that is installed or cached on the machine. */
import { installedReader } from '../access/installed.js';
import { leakWatch } from '../access/leak.js';
import { defineDetector } from '../detector.js';

export const installedCopy = defineDetector({
  name: 'installed_copy',
  about:
    'reads below site-packages, node_modules, module and package caches that name the project; silent on other packages and on listings, and unshown where the copy is the same release as the base',
  rows: ['R05'],
  watch: leakWatch(installedReader),
});
