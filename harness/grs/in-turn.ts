/** Runs work over a list, some at a time; what is running ends before the first failure is thrown. */
export async function inTurn<T, R>(
  items: readonly T[],
  atATime: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  let broken = false;
  const worker = async (): Promise<void> => {
    while (next < items.length && !broken) {
      const at = next++;
      try {
        results[at] = await work(items[at] as T, at);
      } catch (error) {
        broken = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atATime, items.length) }, worker));
  const failure = ended.find((one) => one.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return results;
}
