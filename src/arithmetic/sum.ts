/** Sums and means that depend on the values alone, never on their order. */

/** Sorted, then compensated (Neumaier): the same bits for every order, and the error of one rounding. */
export function sum(values: readonly number[]): number {
  let total = 0;
  let lost = 0;
  for (const value of new Float64Array(values).sort()) {
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}

/** Arithmetic mean of at least one value, never outside their range: equal values have exactly that mean. */
export function mean(values: readonly number[]): number {
  const raw = sum(values) / values.length;
  return Math.min(Math.max(raw, Math.min(...values)), Math.max(...values));
}
