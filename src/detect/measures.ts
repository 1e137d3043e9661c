/** Measures of one candidate: numbers for the report and for the static judge, none of them a score. */
import type { Lead } from '../records/citation.js';
import { agreeing, sharedByAll, unsharedPlaces } from './contrast.js';
import type { GroupContext } from './detector.js';
import type { DetectorName } from './list.js';
import { churnedLines, layoutPlaces } from './patch/layout-churn.js';
import type { Role } from './roles.js';
import type { CandidateView } from './view.js';

export interface LineCount {
  readonly added: number;
  readonly deleted: number;
}

export interface Measures {
  readonly files: number;
  readonly hunks: number;
  readonly lines: Readonly<Record<'source' | 'test' | 'other', LineCount>>;
  /** Tokens of product code at places whose tokens differ: blind to layout and comments. */
  readonly tokens: LineCount;
  /** Tokens beside the median of the passes; null where that is 0 or there are no passes. */
  readonly relative_size: number | null;
  /** Places of product code where tokens differ, and those that no other pass has. */
  readonly places: number;
  readonly unshared_places: number;
  readonly unshared_files: number;
  /** Every other pass changes all files and places that this one changes, of whatever kind. */
  readonly all_shared_by_all: boolean;
  /** Other solutions that touch no product code beyond these places. */
  readonly agreeing_solutions: number;
  /** Other passes that did different work: what contrast rests on. */
  readonly other_solutions: number;
  readonly tests_touched: number;
  readonly runner_files_touched: number;
  /** Existing lines changed in layout alone, and their share of all deleted lines. */
  readonly churned_lines: number;
  readonly churned_share: number;
  /** Null without a trajectory, or without an edit in it. */
  readonly tests_after_last_edit: boolean | null;
  /** Leads by detector. */
  readonly leads: Readonly<Partial<Record<DetectorName, number>>>;
  /** Equal for patches that differ in layout and comments only. */
  readonly fingerprint: string;
  /** What was not read or not parsed. */
  readonly notes: readonly string[];
}

/** Everything but `leads`, which are known last. */
export type EarlyMeasures = Omit<Measures, 'leads'>;

export function measure(
  view: CandidateView,
  group: GroupContext,
  medianTokens: number,
  tested: boolean | null,
): EarlyMeasures {
  const others = group.others(view);
  const unshared = unsharedPlaces(view, others);
  const churned = churnedLines(view);
  const deleted = view.files.reduce((sum, { diff }) => sum + diff.deleted, 0);
  const touched = new Set(others.flatMap(({ files }) => files.map(({ diff }) => diff.path)));
  const size = sizeOf(view);
  return {
    files: view.files.length,
    hunks: view.files.reduce((sum, { diff }) => sum + diff.hunks.length, 0),
    lines: {
      source: lines(view, 'source'),
      test: lines(view, 'test'),
      other: lines(view, 'docs', 'other', 'runner'),
    },
    tokens: size,
    relative_size: medianTokens === 0 ? null : (size.added + size.deleted) / medianTokens,
    places: view.work.length,
    unshared_places: unshared.length,
    unshared_files: others.length === 0 ? 0 : view.files.filter(({ diff }) => !touched.has(diff.path)).length,
    all_shared_by_all: sharedByAll(view, others),
    agreeing_solutions: agreeing(view, others),
    other_solutions: others.length,
    tests_touched: view.files.filter(({ role }) => role === 'test').length,
    runner_files_touched: view.files.filter(({ role }) => role === 'runner').length,
    churned_lines: churned,
    churned_share: layoutPlaces(view).length === 0 || deleted === 0 ? 0 : churned / deleted,
    tests_after_last_edit: tested,
    fingerprint: view.fingerprint,
    notes: view.notes,
  };
}

const lines = (view: CandidateView, ...roles: readonly Role[]): LineCount => {
  const files = view.files.filter(({ role }) => roles.includes(role));
  return {
    added: files.reduce((sum, { diff }) => sum + diff.added, 0),
    deleted: files.reduce((sum, { diff }) => sum + diff.deleted, 0),
  };
};

export const sizeOf = ({ work }: CandidateView): LineCount => ({
  added: work.reduce((sum, { tokens }) => sum + tokens.added, 0),
  deleted: work.reduce((sum, { tokens }) => sum + tokens.deleted, 0),
});

export function countLeads(leads: readonly Lead[]): Partial<Record<DetectorName, number>> {
  const counts: Partial<Record<DetectorName, number>> = {};
  for (const { detector } of leads) {
    const name = detector as DetectorName;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** 0 for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? 0) + high) / 2;
}
