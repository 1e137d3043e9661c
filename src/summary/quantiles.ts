/** Quantiles of a stream in constant memory: counts in buckets that grow by one percent, so a quantile is off by half of that. */

export interface Quantiles {
  add(value: number): void;
  /** The value at `share` (0..1) of the ordered values, or null where there is none. */
  at(share: number): number | null;
}

const GROWTH = Math.log(1.01);
/** Smaller values, zero among them, are one bucket. */
const LEAST = 1e-4;

export function quantiles(): Quantiles {
  const counts = new Map<number, number>();
  let total = 0;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  return {
    add: (value) => {
      const bucket = value < LEAST ? -1 : Math.round(Math.log(value / LEAST) / GROWTH);
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
      total += 1;
      least = Math.min(least, value);
      most = Math.max(most, value);
    },
    at: (share) => {
      if (total === 0) return null;
      let left = Math.max(1, Math.ceil(share * total));
      for (const bucket of [...counts.keys()].sort((a, b) => a - b)) {
        left -= counts.get(bucket) ?? 0;
        const middle = bucket === -1 ? 0 : LEAST * Math.exp(bucket * GROWTH);
        if (left <= 0) return Math.min(Math.max(middle, least), most);
      }
      return most;
    },
  };
}
