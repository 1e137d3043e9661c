/** Holds the sources of a rubric's criteria against the rollouts that they name. */
import { resolveCitation } from '../evidence/resolve.js';
import type { GroupMaterial } from '../material.js';
import { quoted } from '../records/field.js';
import { type CriterionSource, criteriaOf, type TaskRubric } from '../records/task-rubric.js';

interface NamedSource {
  readonly criterion: string;
  readonly group_id: string;
  readonly rollout: string;
  /** How many. */
  readonly citations: number;
}

export interface CitedSource extends NamedSource {
  readonly problems: readonly string[];
}

const named = (criterion: string, { group_id, rollout, citations }: CriterionSource): NamedSource => ({
  criterion,
  group_id,
  rollout,
  citations: citations.length,
});

export const sourcesOf = (rubric: TaskRubric): NamedSource[] =>
  criteriaOf(rubric).flatMap(({ id, sources }) => sources.map((source) => named(id, source)));

/** The sources that come from this group, each with everything that does not stand. */
export async function resolveSources(rubric: TaskRubric, material: GroupMaterial): Promise<CitedSource[]> {
  const checked: CitedSource[] = [];
  for (const { id, sources } of criteriaOf(rubric))
    for (const source of sources) {
      if (source.group_id !== material.group.group_id) continue;
      checked.push({ ...named(id, source), problems: await problemsOf(source, material) });
    }
  return checked;
}

async function problemsOf(
  { rollout, citations }: CriterionSource,
  material: GroupMaterial,
): Promise<string[]> {
  if (!material.candidates.some(({ id }) => id === rollout))
    return [`there is no rollout ${quoted(rollout)}`];
  const problems: string[] = [];
  let own = 0;
  for (const [index, citation] of citations.entries()) {
    const resolution = await resolveCitation(citation, material);
    if (!resolution.ok) {
      const near = resolution.nearest;
      const hint = near === undefined ? '' : `; nearest: ${near.place}: ${near.text}`;
      problems.push(`citations[${index}]: ${resolution.reason}${hint}`);
    } else if (resolution.provenance.candidate === rollout) own += 1;
  }
  if (problems.length === 0 && own === 0) problems.push(`no citation comes from ${quoted(rollout)}`);
  return problems;
}
