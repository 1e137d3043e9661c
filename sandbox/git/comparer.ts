/** Compares candidates with their base: equal trees once, and those that are being made at the same time together. */
import { type CompareCall, compareTogether, compareTrees, type TreeComparison } from './changes.js';

/** What a tree changes of the base; null where that is beyond every limit. */
export type Compare = (tree: string) => Promise<TreeComparison | null>;

export interface Comparer {
  /** Makes a tree and compares it; those that are being made meanwhile are waited for, up to a number of them. */
  making<T>(make: (compare: Compare) => Promise<T>): Promise<T>;
  /** What was found out about a tree; undefined where nobody asked for it. */
  known(tree: string): Promise<TreeComparison | null> | undefined;
}

interface Waiting {
  readonly tree: string;
  resolve(comparison: TreeComparison | null): void;
  reject(error: unknown): void;
}

/** So many are compared beside the making of the others. */
const ENOUGH = 8;

export function comparer(call: CompareCall, base: string): Comparer {
  const known = new Map<string, Promise<TreeComparison | null>>();
  let line: Waiting[] = [];
  /** Trees in the making that nobody has asked for yet. */
  let coming = 0;

  const answer = async (batch: readonly Waiting[]) => {
    const together =
      batch.length > 1
        ? await compareTogether(
            call,
            base,
            batch.map(({ tree }) => tree),
          ).catch(() => null)
        : null;
    await Promise.all(
      batch.map(({ tree, resolve, reject }, index) =>
        together === null
          ? compareTrees(call, base, tree).then(resolve, reject)
          : resolve(together[index] ?? null),
      ),
    );
  };

  const compare: Compare = (tree) => {
    const comparison =
      known.get(tree) ??
      new Promise<TreeComparison | null>((resolve, reject) => line.push({ tree, resolve, reject }));
    known.set(tree, comparison);
    return comparison;
  };

  return {
    known: (tree) => known.get(tree),
    making: async (make) => {
      let isComing = true;
      coming += 1;
      const arrive = () => {
        if (!isComing) return;
        isComing = false;
        coming -= 1;
        if (line.length === 0 || (coming > 0 && line.length < ENOUGH)) return;
        void answer(line);
        line = [];
      };
      try {
        return await make((tree) => {
          const comparison = compare(tree);
          arrive();
          return comparison;
        });
      } finally {
        arrive();
      }
    },
  };
}
