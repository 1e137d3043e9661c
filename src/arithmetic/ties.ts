/** Tie groups of a majority relation: what nobody clearly beats stays together, and the groups stand in one total order. */

/**
 * `beats` is asymmetric. The groups are the strongly connected components of "is not beaten by"; between two of them
 * every member of the better one beats every member of the other, so the fewest defeats come first.
 */
export function tieGroups<T>(items: readonly T[], beats: (a: T, b: T) => boolean): T[][] {
  const defeats = (item: T): number => items.filter((other) => beats(other, item)).length;
  const ranked = items
    .map((item) => ({ item, defeats: defeats(item) }))
    .sort((a, b) => a.defeats - b.defeats)
    .map(({ item }) => item);
  const groups: T[][] = [];
  let from = 0;
  for (let to = 1; to <= ranked.length; to++) {
    const [above, below] = [ranked.slice(from, to), ranked.slice(to)];
    if (!above.every((a) => below.every((b) => beats(a, b)))) continue;
    groups.push(above);
    from = to;
  }
  return groups;
}

/** Names that lead from one of them back to it, in order; null where the arrows lead nowhere in a circle. */
export function findCycle<T>(arrows: ReadonlyMap<T, ReadonlySet<T>>): T[] | null {
  const done = new Set<T>();
  const path: T[] = [];
  const walk = (node: T): T[] | null => {
    const start = path.indexOf(node);
    if (start >= 0) return path.slice(start);
    if (done.has(node)) return null;
    path.push(node);
    for (const next of arrows.get(node) ?? []) {
      const cycle = walk(next);
      if (cycle !== null) return cycle;
    }
    path.pop();
    done.add(node);
    return null;
  };
  for (const node of arrows.keys()) {
    const cycle = walk(node);
    if (cycle !== null) return cycle;
  }
  return null;
}
