/** Folds the static judge's findings into one scoring pass; token-equal patches share their scores and flags. */
import type { Finding } from '../records/citation.js';
import type { ScoringPass } from '../records/result.js';
import { DIMENSIONS, type Dimension, type Flag } from '../vocabulary.js';
import { BEST_SCORE, DEFAULT_SCORE, type Effect } from './static-table.js';

/** A finding with what the table makes of it. */
export interface Supported {
  readonly finding: Finding;
  readonly effect: Effect;
}

export interface PassInput {
  readonly passes: readonly string[];
  readonly negative: readonly Supported[];
  readonly positive: readonly Finding[];
  /** The work of a candidate: its fingerprint, equal for patches that differ in layout and comments only. */
  workOf(id: string): string;
}

interface Own {
  readonly id: string;
  readonly work: string;
  readonly caps: ReadonlyMap<Dimension, number>;
  readonly raised: ReadonlySet<Dimension>;
  readonly flags: ReadonlyMap<Flag, readonly string[]>;
}

export function scoringPass({ passes, negative, positive, workOf }: PassInput): ScoringPass {
  const ids = [...passes].sort();
  const own = ids.map((id) => ownVerdict(id, workOf(id), negative, positive));
  const twinsOf = (work: string) => own.filter((one) => one.work === work);
  // Object.fromEntries defines own properties, so that no id can name a prototype.
  return {
    aliases: Object.fromEntries(ids.map((id) => [id, id])),
    order: ids,
    scores: Object.fromEntries(own.map(({ id, work }) => [id, sharedScores(twinsOf(work))])),
    flags: Object.fromEntries(own.map((one) => [one.id, sharedFlags(one, twinsOf(one.work))])),
    comparisons: [],
  };
}

function ownVerdict(
  id: string,
  work: string,
  negative: readonly Supported[],
  positive: readonly Finding[],
): Own {
  const caps = new Map<Dimension, number>();
  const flags = new Map<Flag, string[]>();
  for (const { effect, finding } of negative) {
    if (finding.candidate !== id) continue;
    if ('dimension' in effect)
      caps.set(effect.dimension, Math.min(effect.cap, caps.get(effect.dimension) ?? effect.cap));
    else if ('flag' in effect) flags.set(effect.flag, [...(flags.get(effect.flag) ?? []), finding.id]);
  }
  const mine = new Set(positive.filter(({ candidate }) => candidate === id).map(({ about }) => about));
  return { id, work, caps, flags, raised: new Set(DIMENSIONS.filter((dimension) => mine.has(dimension))) };
}

/** Layout and comments of one twin lower nothing; a 5 needs a finding for each of those that nothing lowers. */
const sharedScores = (twins: readonly Own[]): Record<Dimension, number> => {
  const score = (dimension: Dimension): number => {
    const clean = twins.filter(({ caps }) => !caps.has(dimension));
    if (clean.length === 0) return Math.max(...twins.map(({ caps }) => caps.get(dimension) ?? DEFAULT_SCORE));
    return clean.every(({ raised }) => raised.has(dimension)) ? BEST_SCORE : DEFAULT_SCORE;
  };
  return Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, score(dimension)])) as Record<
    Dimension,
    number
  >;
};

const sharedFlags = (own: Own, twins: readonly Own[]): ScoringPass['flags'][string] =>
  Object.fromEntries(
    [...own.flags]
      .filter(([flag]) => twins.every(({ flags }) => flags.has(flag)))
      .map(([flag, ids]) => [flag, [...ids]]),
  );
