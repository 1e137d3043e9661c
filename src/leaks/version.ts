/** Compares release numbers as registries write them; what cannot be compared is later, since nobody knows. */

const parts = (version: string): (number | string)[] =>
  version
    .replace(/^v/, '')
    .split(/[.\-+_]|(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)/i)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.toLowerCase()));

/** Words such as `rc` and `beta` stand before the release that they announce. */
const BEFORE = /^(?:dev|a|alpha|b|beta|c|rc|pre|preview)$/;

/** True where `version` is a later release than `base`, or where there is no base to compare with. */
export function isLater(version: string, base: string | undefined): boolean {
  if (base === undefined) return true;
  const [left, right] = [parts(version), parts(base)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const [a, b] = [left[at] ?? 0, right[at] ?? 0];
    if (a === b) continue;
    if (typeof a === 'number' && typeof b === 'number') return a > b;
    if (typeof a === 'string' && BEFORE.test(a)) return typeof b === 'string' && BEFORE.test(b) && a > b;
    if (typeof b === 'string' && BEFORE.test(b)) return true;
    return String(a) > String(b);
  }
  return false;
}
