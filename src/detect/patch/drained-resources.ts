/** R26: product code or tests wait, spin or multiply without any work: what runs out of time is no pass. */
import { defineDetector } from '../detector.js';
import { citeFact, inRole, netIntroduced, someDo } from '../facts-in.js';

const ASKED = /\b(time-?outs?|sleep\w*|waits?|waiting|poll\w*|back-?off|endless|infinite|busy)\b/i;

export const drainedResources = defineDetector({
  name: 'drained_resources',
  about:
    'endless loops without a way out, sleeps of a minute and more, fork bombs; silent on loops that serve, wait or call, on tasks about waiting, and where another pass does so too',
  rows: ['R26'],
  patch: (view, group) => {
    if (ASKED.test(group.taskText)) return [];
    const others = group.others(view);
    const found = netIntroduced(view, ({ kind }) => kind === 'drain');
    return inRole(view, found, 'source', 'test', 'runner')
      .filter(({ name }) => !someDo(others, 'introduced', (one) => one.kind === 'drain' && one.name === name))
      .map((fact) => ({
        claim: `The patch brings in ${fact.name}: what is it for, and does a pass depend on a time limit?`,
        citations: citeFact(view, fact, 'new', 2),
        shown: false,
      }));
  },
});
