/** Holds a citation against the material: it counts only if its quote stands at exactly the place that it names. */
import type { GroupMaterial } from '../material.js';
import type { Citation } from '../records/citation.js';
import { renderMessageLine, renderName } from '../text/render.js';
import type { CheckReader } from './checks.js';
import { locate } from './locate.js';
import type { Located } from './located.js';
import { type Nearest, nearestTo } from './nearest.js';
import { type Provenance, provenanceOf } from './provenance.js';
import { placeProblem, quoteProblem } from './quote.js';

export type Resolution =
  | { readonly ok: true; readonly provenance: Provenance }
  | {
      readonly ok: false;
      /** Exactly what does not hold, fit to be shown to a judge. */
      readonly reason: string;
      /** Where the quote, or what is most like it, does stand; absent where nothing near it does. */
      readonly nearest?: Nearest;
    };

/** Resolves one citation. Candidates are named by their stored ids. */
export async function resolveCitation(
  citation: Citation,
  material: GroupMaterial,
  { checks }: { readonly checks?: CheckReader } = {},
): Promise<Resolution> {
  const wrong = quoteProblem(citation.quote);
  if (wrong !== null) return { ok: false, reason: wrong };
  const located = await locate(citation, material, checks);
  const reason = located.problem ?? placeProblem(citation.quote, located.text);
  if (reason === null) return { ok: true, provenance: provenanceOf(citation, located.source) };
  return { ok: false, reason: `${placeOf(citation)}: ${reason}`, ...(await nearestIn(citation, located)) };
}

async function nearestIn(citation: Citation, { around }: Located): Promise<{ nearest?: Nearest }> {
  const nearest = nearestTo(citation.quote, await around());
  return nearest === null ? {} : { nearest };
}

/** The place that a citation names, in words. */
export function placeOf(citation: Citation): string {
  const name = (text: string): string => renderName(text).slice(0, 200);
  const path = (text: string): string => renderMessageLine(text).slice(0, 200);
  const lines = ([from, to]: readonly [number, number]): string =>
    from === to ? `line ${from}` : `lines ${from}-${to}`;
  switch (citation.kind) {
    case 'patch':
      return `patch of ${name(citation.candidate)}, ${path(citation.path)} (${citation.side} side), ${lines(citation.lines)}`;
    case 'file':
      return `${path(citation.path)} in the tree of ${name(citation.tree)}, ${lines(citation.lines)}`;
    case 'event':
      return `${citation.part} of event ${name(citation.event)} of ${name(citation.candidate)}`;
    case 'test_log':
      return `test log of ${name(citation.candidate)}, ${lines(citation.lines)}`;
    case 'check':
      return `${citation.stream} of check ${name(citation.check_id)}`;
    case 'task':
      return 'task statement';
  }
}
