/** Every text of a candidate that a judge may read: lines that the patch adds, names of files, and what the rollout wrote on its way. */
import type { TraceEvent } from '../events/event.js';
import type { Citation } from '../records/citation.js';
import { unrenderText } from '../text/render.js';
import { citeEvent, citeLine } from './cite.js';
import type { Detector, EventWatcher, LeadDraft } from './detector.js';
import { draftBox } from './drafts.js';
import type { CandidateView } from './view.js';

export interface TextQuestion {
  /** Offset of what is looked for, or -1. */
  readonly find: (text: string) => number;
  readonly claim: (where: string) => string;
}

/** More of one text tells nothing new, and a policy chooses how long it is. */
const MAX_TEXT = 1024 * 1024;

/** The same question to the patch and to the trajectory; what the base said already is not the candidate's. */
export const askTexts = ({ find, claim }: TextQuestion): Required<Pick<Detector, 'patch' | 'watch'>> => ({
  patch: (view) =>
    view.material.diff.flatMap((file) => {
      const lines = file.hunks.flatMap((hunk) => hunk.lines);
      const isOld = lines.some(({ type, text }) => type !== 'added' && find(unrenderText(text)) >= 0);
      const added = isOld
        ? []
        : lines.filter(({ type, text }) => type === 'added' && find(unrenderText(text)) >= 0);
      const named = find(file.path) >= 0;
      if (added.length === 0 && !named) return [];
      const shownLines = added.length > 0 ? added : lines;
      return draft(
        claim(added.length > 0 ? 'a line of the patch' : 'a file name'),
        shownLines.flatMap((line) => citeLine(view.id, file.path, line)).slice(0, 2),
      );
    }),
  watch: (view) => watchTexts(view, { find, claim }),
});

const draft = (claim: string, citations: readonly Citation[]): LeadDraft => ({
  claim,
  citations,
  shown: false,
});

function watchTexts({ id }: CandidateView, { find, claim }: TextQuestion): EventWatcher {
  const drafts = draftBox();
  return {
    event: (event: TraceEvent) => {
      if (event.role !== 'assistant') return;
      const at = find(event.input.slice(0, MAX_TEXT));
      if (at < 0) return;
      const where = event.type === 'call' ? 'a call of the rollout' : 'a message of the rollout';
      drafts.add(draft(claim(where), citeEvent(id, event, 'input', at)));
    },
    end: drafts.all,
  };
}
