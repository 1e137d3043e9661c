/** Fallbacks by policy version: a version that learned to make its judge fail shows here first. */
import type { Result } from '../records/result.js';

/** What a warning begins with where a candidate's content kept the judge from answering and was left out. */
export const REDUCED = 'reduced_to_diff: ';
/** What a warning begins with where a budget ended before the judge recorded anything about a passing rollout. */
export const UNEXAMINED = 'unexamined: ';

export interface PolicyFallbacks {
  readonly version: string;
  readonly groups: number;
  readonly fallbacks: number;
  readonly fallback_rate: number;
  readonly fallback_reasons: Readonly<Record<string, number>>;
  /** Groups that were graded again with a candidate reduced to its diff. */
  readonly reduced: number;
}

interface Counted {
  groups: number;
  fallbacks: number;
  reduced: number;
  readonly reasons: Map<string, number>;
}

export const isReduced = ({ warnings }: Pick<Result, 'warnings'>): boolean =>
  warnings.some((warning) => warning.startsWith(REDUCED));

/** A group with rollouts of several versions counts for each of them. */
export function policyFallbacks() {
  const known = new Map<string, Counted>();
  return {
    add: (result: Pick<Result, 'policy_versions' | 'fallback' | 'warnings'>): void => {
      for (const version of result.policy_versions ?? []) {
        const own = known.get(version) ?? { groups: 0, fallbacks: 0, reduced: 0, reasons: new Map() };
        known.set(version, own);
        own.groups += 1;
        if (isReduced(result)) own.reduced += 1;
        if (result.fallback === null) continue;
        own.fallbacks += 1;
        own.reasons.set(result.fallback.reason, (own.reasons.get(result.fallback.reason) ?? 0) + 1);
      }
    },
    all: (): PolicyFallbacks[] =>
      [...known]
        .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
        .map(([version, { groups, fallbacks, reduced, reasons }]) => ({
          version,
          groups,
          fallbacks,
          fallback_rate: fallbacks / groups,
          fallback_reasons: Object.fromEntries([...reasons].sort(([a], [b]) => (a < b ? -1 : 1))),
          reduced,
        })),
  };
}
