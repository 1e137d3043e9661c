/** Compares candidates with their base: equal trees once, and those that ask while a comparison runs together in the next. */
import { type CompareCall, compareTogether, compareTrees, type TreeComparison } from './changes.js';

export interface Comparer {
  /** null where the difference is beyond every limit. */
  of(tree: string): Promise<TreeComparison | null>;
  /** What was found out about a tree; undefined where nobody asked for it. */
  known(tree: string): Promise<TreeComparison | null> | undefined;
}

interface Waiting {
  readonly tree: string;
  resolve(comparison: TreeComparison | null): void;
  reject(error: unknown): void;
}

export function comparer(call: CompareCall, base: string): Comparer {
  const known = new Map<string, Promise<TreeComparison | null>>();
  let line: Waiting[] = [];
  let isRunning = false;

  const runAll = async () => {
    isRunning = true;
    while (line.length > 0) {
      const batch = line;
      line = [];
      await answer(batch);
    }
    isRunning = false;
  };

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

  return {
    known: (tree) => known.get(tree),
    of: (tree) => {
      const comparison =
        known.get(tree) ??
        new Promise<TreeComparison | null>((resolve, reject) => {
          line.push({ tree, resolve, reject });
          if (!isRunning) void runAll();
        });
      known.set(tree, comparison);
      return comparison;
    },
  };
}
