/** The small advantage bar of the report: what a candidate had, and what redistribution added or took. */

const WIDTH = 12;

/**
 * `before` and `after` are advantages; `scale` is the largest positive one of the group. `#` is kept, `+` is gained,
 * `-` is lost, `.` is the negative side (failures), cut where it is wider than the bar.
 */
export function advantageBar(before: number | null, after: number | null, scale: number): string {
  if (before === null || after === null || scale <= 0) return '';
  const cells = (value: number): number => Math.min(WIDTH, Math.round((Math.abs(value) / scale) * WIDTH));
  if (after < 0 || before < 0) return '.'.repeat(Math.max(cells(after), cells(before) > 0 ? 1 : 0));
  const kept = Math.min(cells(before), cells(after));
  return '#'.repeat(kept) + '+'.repeat(cells(after) - kept) + '-'.repeat(cells(before) - kept);
}
