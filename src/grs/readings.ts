/** What a judge has to read of one rollout: criteria answered one by one, each with citations that resolve. */
import type { CheckReader } from '../evidence/checks.js';
import type { Proof } from '../evidence/provenance.js';
import { resolveCitation } from '../evidence/resolve.js';
import type { GroupMaterial } from '../material.js';
import type { Citation } from '../records/citation.js';
import { quoted } from '../records/field.js';
import type { AssessedCriterion } from '../records/rollout-result.js';
import type { Criterion } from '../records/task-rubric.js';
import type { CriterionVerdict } from '../vocabulary.js';

export interface ReadingDraft {
  readonly criterion: string;
  readonly verdict: CriterionVerdict;
  readonly reason: string;
  readonly citations: readonly Citation[];
}

export type ReadingEntry = { readonly left: readonly string[] } | { readonly problems: readonly string[] };

export interface Readings {
  /** By criterion; in terms of the alias. */
  readonly answers: ReadonlyMap<string, Omit<AssessedCriterion, 'weight'>>;
  /** Every criterion has an answer. */
  readonly finished: boolean;
  /** Writes an answer, or says everything that keeps it from being written; the later answer holds. */
  assess(draft: ReadingDraft): Promise<ReadingEntry>;
}

export interface ReadingsInput {
  readonly criteria: readonly Criterion[];
  readonly alias: string;
  /** In terms of aliases. */
  readonly material: GroupMaterial;
  readonly checks: CheckReader;
}

/** What shows that something is so; that something is not so can also be seen where nothing else stands. */
const SHOWS: readonly Proof[] = ['code', 'action', 'seen', 'behaviour'];

export function openReadings({ criteria, alias, material, checks }: ReadingsInput): Readings {
  const answers = new Map<string, Omit<AssessedCriterion, 'weight'>>();
  const left = (): string[] => criteria.filter(({ id }) => !answers.has(id)).map(({ id }) => id);
  const citationProblems = async ({ verdict, citations }: ReadingDraft): Promise<string[]> => {
    const problems: string[] = [];
    const own: Proof[] = [];
    for (const [index, citation] of citations.entries()) {
      const resolution = await resolveCitation(citation, material, { checks });
      if (!resolution.ok) {
        const near = resolution.nearest;
        const hint = near === undefined ? '' : `; nearest: ${near.place}: ${near.text}`;
        problems.push(`citations[${index}]: ${resolution.reason}${hint}`);
      } else if (resolution.provenance.candidate === alias) own.push(...resolution.provenance.proves);
    }
    if (problems.length > 0 || verdict === 'unassessed') return problems;
    if (own.length === 0)
      return [`no citation comes from ${alias}: cite what shows it, or what stands there instead`];
    if (verdict !== 'no' && !own.some((proof) => SHOWS.includes(proof)))
      return [
        `the citations prove ${[...new Set(own)].join(', ')}; ${verdict} needs one of ${SHOWS.join(', ')}`,
      ];
    return [];
  };
  return {
    answers,
    get finished() {
      return answers.size === criteria.length;
    },
    assess: async (draft) => {
      const criterion = criteria.find(({ id }) => id === draft.criterion);
      if (criterion === undefined) {
        const known = criteria.map(({ id }) => id).join(', ');
        return { problems: [`there is no criterion ${quoted(draft.criterion)} to read; there are ${known}`] };
      }
      const { check } = criterion;
      if (draft.verdict === 'partial' && (check.kind !== 'reading' || check.partial === undefined))
        return { problems: [`${criterion.id} is yes or no: the rubric does not say what half of it is`] };
      const problems = await citationProblems(draft);
      if (problems.length > 0) return { problems };
      const { verdict, reason, citations } = draft;
      answers.set(criterion.id, { id: criterion.id, verdict, reason, citations: [...citations] });
      return { left: left() };
    },
  };
}
