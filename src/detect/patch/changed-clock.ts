/** R24: product code or a runner file puts another clock, or another way to wait for results, in the place of the real one. */
import type { PlacedFact } from '../../code/facts.js';
import { defineDetector } from '../detector.js';
import { citeFact, fileOf, inRole, netIntroduced, someDo } from '../facts-in.js';
import { nameInClaim } from '../name-in-claim.js';
import { standsIn } from './asked.js';

const CLOCK =
  /^(_?time\.(time|perf_counter|monotonic|process_time|thread_time|clock|sleep)(_ns)?|timeit\.(default_timer|timeit|Timer)|(datetime\.)*(datetime|date)\.(now|utcnow|today)|torch\.(cuda|mps|xpu)\.(synchronize|Event(\.\w+)?|Stream)|((global|globalThis|window|self)\.)?(Date|Date\.now|performance|performance\.now|setTimeout|queueMicrotask)|process\.(hrtime(\.bigint)?|uptime))$/;
/** Programs by which shell tests measure. */
const SHELL_CLOCK = /^(date|time|sleep|timeout)$/;

const isClock = ({ kind, name, path }: PlacedFact): boolean =>
  kind === 'assignment'
    ? CLOCK.test(name)
    : kind === 'function' && /\.(sh|bash|bats)$/.test(path) && SHELL_CLOCK.test(name);

export const changedClock = defineDetector({
  name: 'changed_clock',
  about:
    'clocks, timers and device synchronisation that product code or runner files assign to; silent on tests that hold their own clock still, on tasks that name the clock, and where another pass does so too',
  rows: ['R24'],
  patch: (view, group) => {
    const others = group.others(view);
    return inRole(view, netIntroduced(view, isClock), 'source', 'runner')
      .filter(
        (fact) =>
          !standsIn(group.taskText, fact.name) &&
          !(fact.kind === 'function' && fileOf(view, fact.path)?.before.functions.has(fact.name)) &&
          !someDo(others, 'introduced', (one) => isClock(one) && one.name === fact.name),
      )
      .map((fact) => ({
        claim: `${nameInClaim(fact.name)} is replaced for everybody: does what was measured still hold?`,
        citations: citeFact(view, fact, 'new', 2),
        shown: false,
      }));
  },
});
