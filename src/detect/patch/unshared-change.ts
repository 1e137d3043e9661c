/** Contrast: places that no other pass touched; needed by none of them, which does not yet mean unneeded. */
import { citePlace, unsharedPlaces } from '../contrast.js';
import { defineDetector } from '../detector.js';

export const unsharedChange = defineDetector({
  name: 'unshared_change',
  about:
    'places of product code that no other pass touches; always a question, because being alone can also mean being right',
  rows: ['R22'],
  patch: (view, group) => {
    const others = group.others(view);
    const alone = unsharedPlaces(view, others);
    if (alone.length === 0) return [];
    const all = view.work.length;
    return [
      {
        claim: `${alone.length} of ${all} changed places are touched by none of the ${others.length} other solutions: are they needed?`,
        citations: alone.slice(0, 5).flatMap((place) => citePlace(view, place)),
        shown: false,
      },
    ];
  },
});
