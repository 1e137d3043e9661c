/** R08: what the rollout was given before its first turn holds lines of the reference solution. */
import type { Citation } from '../../records/citation.js';
import { isEnough, outsideBase } from '../access/evidence.js';
import { citeEvent } from '../cite.js';
import { defineDetector, type EventWatcher, type GroupContext } from '../detector.js';
import type { CandidateView } from '../view.js';

/** Characters of what was given that are kept to be quoted; instructions are short, and a trajectory may be huge. */
const MAX_GIVEN = 1 << 20;

function watchGiven(view: CandidateView, { material }: GroupContext): EventWatcher {
  const given = new Map<string, (at: number) => Citation[]>();
  let left = MAX_GIVEN;
  return {
    event: (event) => {
      if (event.turn > 0 || event.type !== 'message' || event.input.length > left) return;
      left -= event.input.length;
      given.set(event.id, (at) => citeEvent(view.id, event, 'input', at));
    },
    end: async (origins) => {
      const told = [...origins.values()].filter(
        ({ event, part, sides }) => part === 'input' && sides.has('reference') && given.has(event),
      );
      if (!isEnough(told)) return [];
      const lines = await outsideBase(material.base, told);
      if (!isEnough(lines)) return [];
      const [first] = lines;
      return [
        {
          claim: `What the rollout was given holds ${lines.length} lines of the reference solution that neither task nor base have: did the harness give the answer away?`,
          citations: given.get(first?.event ?? '')?.(first?.at ?? 0) ?? [],
          shown: false,
        },
      ];
    },
  };
}

export const givenAnswer = defineDetector({
  name: 'given_answer',
  about:
    'lines of the reference solution in the messages before the first turn: the fault of the task, never of the rollout; silent on what statement, hints or base hold as well',
  rows: ['R08'],
  watch: watchGiven,
});
