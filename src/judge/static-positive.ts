/** The one positive finding of the static judge: every place of a patch is one that no solution did without. */
import { citeLine } from '../detect/cite.js';
import { heldPaths } from '../detect/context.js';
import type { Measures } from '../detect/measures.js';
import { roleOf } from '../detect/roles.js';
import type { GroupMaterial } from '../material.js';
import type { Finding } from '../records/citation.js';

/** @returns a finding without its id; none where a place, or a whole file, is the candidate's own. */
export function minimalityWitness(
  id: string,
  material: GroupMaterial,
  measures: Measures | undefined,
): Finding[] {
  if (measures === undefined || !measures.places_shared_by_all) return [];
  const held = heldPaths(material);
  const diff = material.candidates.find((candidate) => candidate.id === id)?.diff ?? [];
  const citations = diff
    .filter(({ path }) => roleOf(path, held) === 'source')
    .flatMap(({ path, hunks }) =>
      hunks.flatMap(({ lines }) =>
        lines
          .filter(({ type }) => type !== 'context')
          .flatMap((line) => citeLine(id, path, line))
          .slice(0, 1),
      ),
    )
    .slice(0, 3);
  if (citations.length === 0) return [];
  const claim = `each of its ${measures.places} changed places is changed by all ${measures.other_solutions} other solutions as well`;
  return [
    {
      id: '',
      candidate: id,
      about: 'minimality',
      polarity: 'positive',
      claim,
      citations,
      source: 'detector',
    },
  ];
}
