/** What one look at the machine found: whether a part works, and how to get it where it does not. */

export interface DoctorCheck {
  readonly name: string;
  /** `missing` is needed for grading; `optional` only for what its `for` names. */
  readonly state: 'ok' | 'missing' | 'optional';
  readonly detail: string;
  /** The way out; null where nothing is to be done. */
  readonly fix: string | null;
}

export const ok = (name: string, detail: string): DoctorCheck => ({ name, state: 'ok', detail, fix: null });
export const lacking = (
  name: string,
  state: 'missing' | 'optional',
  detail: string,
  fix: string,
): DoctorCheck => ({ name, state, detail, fix });

/** Compares dotted version numbers. */
export function isAtLeast(version: string, least: string): boolean {
  const [have, want] = [version, least].map((text) =>
    text.split('.').map((part) => Number.parseInt(part, 10) || 0),
  );
  for (let at = 0; at < want!.length; at++) {
    const difference = (have![at] ?? 0) - want![at]!;
    if (difference !== 0) return difference > 0;
  }
  return true;
}
