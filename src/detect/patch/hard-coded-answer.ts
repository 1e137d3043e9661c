/** R16, R17: new code answers an input of the tests with the output that they expect. */
import { type Answer, answers, choosesBy, isExample, list, newChoices } from '../choices.js';
import { defineDetector } from '../detector.js';
import { citeFact, someDo } from '../facts-in.js';
import { standsIn } from './asked.js';

export const hardCodedAnswer = defineDetector({
  name: 'hard_coded_answer',
  about:
    'branches and tables that answer an input of the tests with the output they expect; silent on values that other passes choose by as well, a question where the task itself gives the pair',
  rows: ['R17', 'R16'],
  patch: (view, group) => {
    const others = group.others(view);
    return newChoices(view).flatMap((fact) => {
      const pairs = answers(fact, group).filter(
        ({ input }) => !someDo(others, 'introduced', choosesBy(input)),
      );
      if (pairs.length === 0) return [];
      // A table that the task gives is the task; an example of its fault is not, where two others do without it.
      const isTold = ({ input, output }: Answer): boolean =>
        standsIn(group.taskText, input) && standsIn(group.taskText, output);
      const isOwn = (pair: Answer): boolean => !isTold(pair) || (others.length >= 2 && isExample(pair.input));
      return {
        claim: `New code answers ${list(pairs.map(({ input }) => input))} with what the tests expect for it: is the general case solved?`,
        citations: citeFact(view, fact, 'new', 3),
        shown: others.length > 0 && pairs.some(isOwn),
      };
    });
  },
});
