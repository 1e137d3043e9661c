/** Which leads a judge has to answer: those about passing candidates, one for all twins where it stands in their patch. */
import type { Citation, Lead } from '../records/citation.js';
import type { SeenCandidate } from './case.js';

export interface AskedLeads {
  readonly toAnswer: readonly Lead[];
  /** Id of the asked lead by the id of one that says the same of a twin. */
  readonly same: ReadonlyMap<string, string>;
}

/** A failure has no pass to lose and no score to lower, so its leads would only cost turns. */
export function leadsToAnswer(leads: readonly Lead[], candidates: readonly SeenCandidate[]): AskedLeads {
  const passing = new Map(
    candidates.filter(({ passed }) => passed).map(({ alias, representative }) => [alias, representative]),
  );
  const first = new Map<string, string>();
  const same = new Map<string, string>();
  const toAnswer: Lead[] = [];
  for (const lead of leads) {
    const representative = passing.get(lead.candidate);
    if (representative === undefined) continue;
    const key = sharedKey(lead, representative);
    const known = key === null ? undefined : first.get(key);
    if (known !== undefined) {
      same.set(lead.id, known);
      continue;
    }
    if (key !== null) first.set(key, lead.id);
    toAnswer.push(lead);
  }
  return { toAnswer, same };
}

const inTree = ({ kind }: Citation): boolean => kind === 'patch' || kind === 'file';

/** Equal for leads that say the same of one tree; null where the lead is about what its own rollout did. */
function sharedKey({ detector, claim, citations }: Lead, representative: string): string | null {
  if (citations.length === 0 || !citations.every(inTree)) return null;
  const places = citations.map((citation) => ({ ...citation, candidate: '', tree: '' }));
  return JSON.stringify([representative, detector, claim, places]);
}
