/** A bounded box of drafts: the shown ones first, then the earliest; what does not fit is counted, not kept. */
import type { LeadDraft } from './detector.js';

/** More leads of one kind about one candidate tell a judge nothing new, and would let a policy flood it. */
const MAX_DRAFTS = 10;

export interface DraftBox {
  add(draft: LeadDraft): void;
  /** In the order of arrival, shown ones first; the last claim says how many more there were. */
  all(): LeadDraft[];
}

export function draftBox(): DraftBox {
  const shown: LeadDraft[] = [];
  const open: LeadDraft[] = [];
  let count = 0;
  return {
    add: (draft) => {
      count += 1;
      // A claim without a place can be asked, but nothing can rest on it.
      const sound = draft.shown && draft.citations.length > 0;
      const box = sound ? shown : open;
      if (box.length < MAX_DRAFTS) box.push({ ...draft, shown: sound });
    },
    all: () => {
      const kept = [...shown, ...open].slice(0, MAX_DRAFTS);
      const more = count - kept.length;
      return kept.map((draft, index) =>
        more > 0 && index === kept.length - 1
          ? { ...draft, claim: `${draft.claim} (${more} more such places)` }
          : draft,
      );
    },
  };
}
