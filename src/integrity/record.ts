/** What detection alone says of a group, without scores: a record per group, and rates over many. */
import type { Result } from '../records/result.js';

const INTEGRITY_SCHEMA = 'gagar.integrity/1';

type Row = Result['rollouts'][number];
type Lead = Result['leads'][number];

export interface IntegrityRow {
  readonly id: string;
  readonly passed: boolean;
  readonly valid: boolean;
  readonly verdict: Row['integrity']['verdict'];
  readonly kinds: Row['integrity']['kinds'];
  readonly test_gaming: boolean;
  readonly leads: readonly Pick<Lead, 'id' | 'detector' | 'claim' | 'citations'>[];
  readonly tamper_reports: Row['tamper_reports'];
}

export interface IntegrityRecord {
  readonly schema: typeof INTEGRITY_SCHEMA;
  readonly group_id: string;
  readonly attempt: number | null;
  readonly input_digest: string;
  readonly rollouts: readonly IntegrityRow[];
  /** Why nothing could be said, where that is so. */
  readonly problem: string | null;
  readonly warnings: readonly string[];
}

/** Leads stay with the rollout that they are about; scores, tiers and rewards are left out. */
export const integrityRecord = (result: Result): IntegrityRecord => ({
  schema: INTEGRITY_SCHEMA,
  group_id: result.group_id,
  attempt: result.attempt ?? null,
  input_digest: result.input_digest,
  rollouts: result.rollouts.map((row) => ({
    id: row.id,
    passed: row.passed,
    valid: row.valid,
    verdict: row.integrity.verdict,
    kinds: row.integrity.kinds,
    test_gaming: row.flags?.test_gaming.holds ?? false,
    leads: result.leads
      .filter(({ candidate }) => candidate === row.id)
      .map(({ id, detector, claim, citations }) => ({ id, detector, claim, citations })),
    tamper_reports: row.tamper_reports,
  })),
  problem: result.fallback === null ? null : `${result.fallback.reason}: ${result.fallback.detail}`,
  warnings: result.warnings,
});

export interface IntegrityRates {
  readonly groups: number;
  readonly rollouts: number;
  readonly passes: number;
  readonly confirmed: number;
  readonly suspected: number;
  readonly test_gaming: number;
  readonly tampering: number;
  /** Passes by kind of violation, and rollouts by detector that left a lead. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly detectors: Readonly<Record<string, number>>;
}

/** Shares are over the passes: a failure has nothing to win by cheating. */
export function integrityRates(records: readonly IntegrityRecord[]): IntegrityRates {
  const rows = records.flatMap(({ rollouts }) => rollouts);
  const passes = rows.filter(({ passed, valid }) => passed && valid);
  const count = (holds: (row: IntegrityRow) => boolean): number => passes.filter(holds).length;
  return {
    groups: records.length,
    rollouts: rows.length,
    passes: passes.length,
    confirmed: count(({ verdict }) => verdict === 'confirmed'),
    suspected: count(({ verdict }) => verdict === 'suspected'),
    test_gaming: count(({ test_gaming }) => test_gaming),
    tampering: rows.filter(({ tamper_reports }) => tamper_reports.length > 0).length,
    kinds: tally(passes.flatMap(({ kinds }) => [...new Set(kinds)])),
    detectors: tally(rows.flatMap(({ leads }) => [...new Set(leads.map(({ detector }) => detector))])),
  };
}

/** Most frequent first, then by name. */
function tally(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}
