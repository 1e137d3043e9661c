/** R16, R17: new code answers an input of the tests with the output that they expect. */
import { answers, choosesBy, list, newChoices } from '../choices.js';
import { defineDetector } from '../detector.js';
import { citeFact, someDo } from '../facts-in.js';

export const hardCodedAnswer = defineDetector({
  name: 'hard_coded_answer',
  about:
    'branches and tables that answer an input of the tests with the output they expect; silent on pairs that the task gives and on values that other passes choose by as well',
  patch: (view, group) => {
    const others = group.others(view);
    return newChoices(view).flatMap((fact) => {
      const pairs = answers(fact, group).filter((value) => !someDo(others, 'introduced', choosesBy(value)));
      if (pairs.length === 0) return [];
      return {
        claim: `New code answers ${list(pairs)} with what the tests expect for it: is the general case solved?`,
        citations: citeFact(view, fact, 'new', 3),
        shown: others.length > 0,
      };
    });
  },
});
