/** R22: a place that neither the other solutions nor any name connects with the task. */
import { isCommonWord } from '../../code/keywords.js';
import { citePlace, unsharedPlaces } from '../contrast.js';
import { defineDetector } from '../detector.js';
import type { Place } from '../places.js';

export const unrelatedChange = defineDetector({
  name: 'unrelated_change',
  about:
    'an unshared place that has no name in common with the rest of the patch, the statement or the tests; silent without two other solutions and a shared place to compare with',
  rows: ['R22'],
  patch: (view, group) => {
    const others = group.others(view);
    const alone = unsharedPlaces(view, others);
    const own = new Set(alone);
    const rest = view.work.filter((place) => !own.has(place));
    if (others.length < 2 || rest.length === 0) return [];
    const known = new Set(rest.flatMap(namesAround));
    const isKnown = (name: string): boolean =>
      known.has(name) || group.taskText.includes(name) || group.tests.names(name);
    return alone
      .filter((place) => namesIn(place).length > 0 && !namesIn(place).some(isKnown))
      .map((place) => ({
        claim:
          'This change shares no name with the rest of the patch, the task or its tests: what does it do here?',
        citations: citePlace(view, place),
        shown: true,
      }));
  },
});

const namesOf = (text: string): string[] =>
  (text.match(/[\p{L}_$][\p{L}\p{N}_$]{2,}/gu) ?? []).filter((name) => !isCommonWord(name));

const namesIn = ({ added, deleted }: Place): string[] =>
  [...added, ...deleted].flatMap(({ text }) => namesOf(text));

/** Names of the hunk as well: the function that a change lies in is what other places call. */
const namesAround = ({ hunk }: Place): string[] =>
  [hunk.section, ...hunk.lines.map(({ text }) => text)].flatMap(namesOf);
