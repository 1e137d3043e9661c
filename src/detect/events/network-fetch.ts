/** R03: the rollout asks the network for the project's own later state. */
import { leakWatch } from '../access/leak.js';
import { networkReader } from '../access/network.js';
import { defineDetector } from '../detector.js';

export const networkFetch = defineDetector({
  name: 'network_fetch',
  about:
    "requests for the project's own repository on a code host, clones and fetches of it, and web searches that name it, also from programs that the rollout writes; silent on other projects, on loopback, and unshown where the request failed",
  rows: ['R03'],
  watch: leakWatch(networkReader),
});
