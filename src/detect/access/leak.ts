/** Detectors of leaks: each reads one sort of access, and asks at the end where the lines of the patch first stood. */
import type { Citation } from '../../records/citation.js';
import { citeEvent } from '../cite.js';
import type { EventWatcher, GroupContext, LeadDraft } from '../detector.js';
import { draftBox } from '../drafts.js';
import type { CandidateView } from '../view.js';
import type { Access, AccessFacts, AccessReader } from './access.js';
import { openCopies } from './copies.js';
import { firstShown, isEnough, outsideBase } from './evidence.js';
import type { Origin } from './origin.js';

/** Accesses of each reach that are kept until the end: a policy must not fill the memory with them. */
const MAX_SEEN = 200;

interface Seen {
  readonly access: Access;
  readonly event: string;
  readonly citations: readonly Citation[];
}

/** One watcher a candidate over a reader that is opened anew for it. */
export const leakWatch =
  (open: (facts: AccessFacts) => AccessReader) =>
  (view: CandidateView, group: GroupContext): EventWatcher => {
    const read = open(group.access);
    const counts = { forbidden: 0, unclear: 0, nothing: 0 };
    const seen: Seen[] = [];
    const copies = openCopies();
    return {
      event: (event) => {
        for (const access of read(event)) {
          counts[access.reach] += 1;
          if (counts[access.reach] > MAX_SEEN) continue;
          const { at, shownAt, reach, like } = access;
          const citations = [
            ...citeEvent(view.id, event, 'input', at),
            ...(shownAt === undefined ? [] : citeEvent(view.id, event, 'output', shownAt)),
          ];
          seen.push({ access, event: event.id, citations });
          if (reach === 'unclear' && like !== undefined) copies.keep(event, like);
        }
      },
      end: async (origins) => {
        const box = draftBox();
        const differing = await copies.differing(group.material.base, origins);
        for (const one of seen) {
          const lines = await takenIn(one, origins, group);
          const draft = draftOf(one, lines, differing.has(one.event));
          if (draft.shown || one.access.quiet === undefined) box.add(draft);
        }
        return box.all();
      },
    };
  };

/** Lines of the solution that the access was the first to show. */
async function takenIn(
  { event, access }: Seen,
  origins: ReadonlyMap<string, Origin>,
  group: GroupContext,
): Promise<Origin[]> {
  if (access.reach === 'nothing') return [];
  const lines = firstShown(origins, new Set([event]));
  return isEnough(lines) ? outsideBase(group.material.base, lines) : [];
}

function draftOf({ access, citations }: Seen, lines: readonly Origin[], differs: boolean): LeadDraft {
  const taken = isEnough(lines);
  const what = taken ? ` It was the first to show ${lines.length} lines of the solution.` : '';
  return {
    row: access.row,
    claim: `${access.claim}${what}`,
    citations,
    shown: access.reach === 'forbidden' || taken || differs,
  };
}
