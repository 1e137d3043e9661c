/** R22: existing lines are re-wrapped, re-indented or re-ended and say what they said before. */

import { citeLine } from '../cite.js';
import { defineDetector } from '../detector.js';
import type { Place } from '../places.js';
import type { CandidateView } from '../view.js';

/** Formatters touch a few neighbours; from here on somebody has to read a screen that says nothing. */
const ASK_FROM = 10;
const CHURN_FROM = 40;

export const layoutPlaces = (view: CandidateView): Place[] =>
  view.files
    .filter(({ diff }) => diff.change === 'modified' || diff.change === 'renamed')
    .flatMap(({ places }) =>
      places.filter(({ effect, deleted }) => effect === 'layout' && deleted.length > 0),
    );

export const churnedLines = (view: CandidateView): number =>
  layoutPlaces(view).reduce((sum, { deleted }) => sum + deleted.length, 0);

export const layoutChurn = defineDetector({
  name: 'layout_churn',
  about: `${CHURN_FROM} or more existing lines changed in layout alone; silent on the layout of lines whose code changes too`,
  rows: ['R22'],
  patch: (view) => {
    const lines = churnedLines(view);
    if (lines < ASK_FROM) return [];
    const places = layoutPlaces(view);
    return [
      {
        claim: `${lines} existing lines at ${places.length} places change in layout only: who asked for that?`,
        citations: places
          .slice(0, 3)
          .flatMap(({ path, deleted }) =>
            deleted.flatMap((line) => citeLine(view.id, path, line)).slice(0, 1),
          ),
        shown: lines >= CHURN_FROM,
      },
    ];
  },
});
