/** Compares the ids that data sets give to tests with the ids that runners report. */

/** One spelling for the usual ones: pytest's, unittest's, Django's `name (dotted.Class)`, and names joined by ` > ` or ` › `. */
function plain(id: string): string {
  const [, name, place] = /^(\w+) \(([\w.]+)\)$/.exec(id) ?? [];
  const dotted =
    name === undefined || place === undefined ? id : place.endsWith(`.${name}`) ? place : `${place}.${name}`;
  return dotted.replace(/\s+[>›]\s+/g, ' ');
}

/** True where both name the same test, or `wanted` is the parametrised test that `reported` is one case of. */
export function sameTest(reported: string, wanted: string): boolean {
  const [one, other] = [plain(reported), plain(wanted)];
  return one === other || (one.startsWith(`${other}[`) && one.endsWith(']') && other.includes('::'));
}
