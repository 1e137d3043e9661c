/** Order of release numbers, as far as a leak check needs it. */

const partsOf = (version: string): number[] =>
  (/^v?(\d+(?:\.\d+)*)/.exec(version)?.[1] ?? '')
    .split('.')
    .filter((part) => part !== '')
    .map(Number);

/** True where `version` is above `base`; an unknown base lies below everything. */
export function isLater(version: string, base: string | null): boolean {
  if (base === null) return true;
  const [one, other] = [partsOf(version), partsOf(base)];
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/** Release numbers that stand in a path, such as `name-1.4.0.dist-info` or `module@v1.3.1`. */
export const versionsIn = (path: string): string[] =>
  [...path.slice(0, 1000).matchAll(/[-@_/=]v?(\d+(?:\.\d+)+)/g)].map(([, version]) => version as string);
