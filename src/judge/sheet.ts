/** The sheet of one scoring pass: candidates under fresh aliases in an order of its own, with the findings about each. */
import { BASE } from '../evidence/provenance.js';
import type { Finding } from '../records/citation.js';
import { aliasesOf, nonceOf, orderOf } from './alias.js';
import { renamedCitation } from './case.js';
import type { ScoringInput } from './scoring.js';

export interface SheetCandidate {
  readonly alias: string;
  readonly id: string;
  /** In the order of the ledger, candidates under the aliases of this sheet. */
  readonly findings: readonly Finding[];
}

export interface Sheet {
  readonly candidates: readonly SheetCandidate[];
  readonly nonce: string;
}

export interface SheetPlace {
  readonly seed: string;
  /** From 1; an even pass mirrors the one before it. */
  readonly pass: number;
  /** From 1; a second attempt has other aliases, so that it is not the same question again. */
  readonly attempt: number;
}

const ELSEWHERE = 'a candidate that is not scored';

export function sheetOf(
  { candidates, findings }: Pick<ScoringInput, 'candidates' | 'findings'>,
  { seed, pass, attempt }: SheetPlace,
): Sheet {
  const purpose = `score ${pass}.${attempt}`;
  const aliases = aliasesOf(seed, candidates, purpose);
  const mirrored = pass % 2 === 0;
  const order = orderOf(seed, candidates, `score pair ${Math.ceil(pass / 2)}`);
  const nameOf = (id: string): string => aliases.get(id) ?? (id === BASE ? BASE : ELSEWHERE);
  return {
    candidates: (mirrored ? order.reverse() : order).map((id) => ({
      alias: nameOf(id),
      id,
      findings: findings
        .filter(({ candidate }) => candidate === id)
        .map((finding) => ({
          ...finding,
          candidate: nameOf(id),
          citations: finding.citations.map((citation) => renamedCitation(citation, nameOf)),
        })),
    })),
    nonce: nonceOf(seed, purpose),
  };
}
