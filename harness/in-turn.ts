/** Works a stream off with a few workers: nothing is drawn before a worker is free, and nothing runs on after a failure. */

/** Results in the order of completion. Rejects with the first failure, once every worker has stopped. */
export async function inTurn<T, R>(
  items: AsyncGenerator<T, void>,
  workers: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  let failed = false;
  const worker = async (): Promise<void> => {
    while (!failed) {
      const { value, done: over } = await items.next();
      if (over === true || value === undefined) return;
      try {
        done.push(await work(value));
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: workers }, worker));
  await items.return();
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return done;
}
