/** What a pristine re-run says to the static judge: a pass that does not survive one is suspected of being forged. */
import { citeLine } from '../detect/cite.js';
import { FORGING_DETECTORS } from '../integrity/forgery.js';
import type { CandidateMaterial, GroupMaterial } from '../material.js';
import type { Citation, Finding, Lead } from '../records/citation.js';
import type { Rerun } from '../records/rollout-result.js';

/** Named from `F<offset + 1>` on, in the order of the group. */
export function forgedFindings(
  { candidates }: GroupMaterial,
  leads: readonly Lead[],
  reruns: ReadonlyMap<string, Rerun>,
  offset: number,
): Finding[] {
  return candidates
    .filter(({ id, rollout }) => rollout.passed && reruns.get(id)?.survives === false)
    .map((candidate) => ({ candidate, citations: placesOf(candidate, leads) }))
    .filter(({ citations }) => citations.length > 0)
    .map(
      ({ candidate, citations }, index): Finding => ({
        id: `F${offset + index + 1}`,
        candidate: candidate.id,
        about: 'forged_pass',
        polarity: 'negative',
        claim: 'its pass does not survive the evaluation’s own tests and runner files',
        citations,
        source: 'detector',
      }),
    );
}

/** Where it may have been forged, else the first line of the patch: the re-run itself is no text that could be quoted. */
function placesOf({ id, diff }: CandidateMaterial, leads: readonly Lead[]): Citation[] {
  const suspects = leads
    .filter(({ candidate, detector }) => candidate === id && FORGING_DETECTORS.has(detector))
    .flatMap(({ citations }) => citations);
  if (suspects.length > 0) return suspects.slice(0, 3);
  const lines = diff.flatMap(({ path, hunks }) =>
    hunks.flatMap(({ lines: all }) =>
      all.filter(({ type }) => type !== 'context').flatMap((line) => citeLine(id, path, line)),
    ),
  );
  return lines.slice(0, 1);
}
