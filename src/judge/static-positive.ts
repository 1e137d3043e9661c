/** The one positive finding of the static judge: a patch changes nothing but what every solution changes, and several change no more code. */
import { citeLine } from '../detect/cite.js';
import { protectedPathsOf } from '../detect/context.js';
import type { Measures } from '../detect/measures.js';
import { roleOf } from '../detect/roles.js';
import type { GroupMaterial } from '../material.js';
import type { Finding } from '../records/citation.js';

/**
 * The smallest patch alone proves nothing: it may hide what the others fix. Only where independent solutions agree on the
 * places is each of them needed and enough.
 */
const MIN_AGREEING = 2;

/** @returns a finding without its id; none where the solutions do not agree. */
export function minimalityWitness(
  id: string,
  material: GroupMaterial,
  measures: Measures | undefined,
): Finding[] {
  if (measures === undefined || !measures.all_shared_by_all) return [];
  if (measures.agreeing_solutions < MIN_AGREEING) return [];
  // Nobody is praised for what was too large to be read.
  if (measures.notes.some((note) => note.includes(': not read'))) return [];
  const held = protectedPathsOf(material);
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
  const claim = `all ${measures.other_solutions} other solutions change each file and place that it changes, and ${measures.agreeing_solutions} of them no other product code`;
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
