/** A bench whose folders and cache of base stores are as short-lived as the generated groups that are graded on it. */
import { lifetimes } from '../../sandbox/lifetimes.js';
import { ownedFolder } from '../../sandbox/owned.js';
import { type Bench, openBench } from '../grade/bench.js';

/** Groups in flight. */
export const AT_ONCE = 4;

/** `tempDir` is also where the groups are written. */
export async function openScratchBench(): Promise<Bench> {
  await using stack = lifetimes();
  const { path } = stack.use(await ownedFolder());
  const bench = stack.use(await openBench({ cacheDir: `${path}/cache`, tempDir: path, groups: AT_ONCE }));
  const owned = stack.move();
  return { ...bench, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
}
