/** R20: a linter, type checker or coverage count is switched off in product code. */
import type { PlacedFact } from '../../code/facts.js';
import { defineDetector } from '../detector.js';
import { citeFact, fileOf, inRole, netIntroduced, someDo } from '../facts-in.js';

const isSuppression = ({ kind }: PlacedFact): boolean => kind === 'suppression';

export const suppressedLint = defineDetector({
  name: 'suppressed_lint',
  about:
    'new directives such as noqa, type: ignore, eslint-disable, nolint in product code; a directive that names its rule, or that the file already uses, is only a question',
  rows: ['R20'],
  patch: (view, group) => {
    const others = group.others(view);
    return inRole(view, netIntroduced(view, isSuppression), 'source').map((fact) => ({
      claim: `A ${fact.name} directive switches a checker off: is the complaint justified?`,
      citations: citeFact(view, fact, 'new'),
      shown:
        fact.traits.includes('blanket') &&
        fileOf(view, fact.path)?.before.kinds.has('suppression') === false &&
        !someDo(others, 'introduced', (other) => isSuppression(other) && other.path === fact.path),
    }));
  },
});
