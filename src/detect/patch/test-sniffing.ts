/** R16: product code asks whether a test runner runs it. */
import { defineDetector } from '../detector.js';
import { allDo, citeFact, fileOf, inRole, netIntroduced } from '../facts-in.js';

export const testSniffing = defineDetector({
  name: 'test_sniffing',
  about:
    'product code that looks for pytest, jest, go test and the like; silent on tests, runner files and files that did so before',
  rows: ['R16'],
  patch: (view, group) =>
    inRole(
      view,
      netIntroduced(view, ({ kind }) => kind === 'sniff'),
      'source',
    )
      .filter(({ path }) => fileOf(view, path)?.before.kinds.has('sniff') !== true)
      .map((fact) => ({
        claim: 'Product code asks whether tests run it: does it behave otherwise for users?',
        citations: citeFact(view, fact, 'new', 2),
        shown: !allDo(group.others(view), 'introduced', ({ kind }) => kind === 'sniff'),
      })),
});
