/** Patches that go with what a format found, where all patches are not asked for: by their names, or alone beside a lone trajectory. */
import { baseName, folderOf } from '../../paths.js';
import { type Claim, folderOfClaim } from '../claim.js';
import { isPatch } from '../kin.js';
import type { Run } from '../source.js';
import { barePatches } from './patches.js';

/**
 * @param run the files that are left
 * @param found what was found; a patch that is called like it makes no attempt of its own
 * @param rows ids in a table of the user's; a patch that is called so, or whose folder is, is an attempt
 */
export function patchesCalled(run: Run, found: readonly Claim[], rows: ReadonlySet<string>): Claim[] {
  const left = barePatches(run.files.filter(({ path }) => isPatch(path)));
  const names = new Set(found.flatMap(({ called }) => called?.names ?? []));
  const perFolder = timesOf(left.map(folderOfClaim));
  const bare = lonely(found);
  return left.flatMap((patch) => {
    const [name = '', folder] = [patch.called?.names[0], folderOfClaim(patch)];
    const isAlone = perFolder.get(folder) === 1;
    if (rows.has(name) || (isAlone && (bare.has(folder) || rows.has(baseName(folder))))) return [patch];
    // A name that two patches have tells nothing.
    return names.has(name) && patch.attempt !== null ? [{ ...patch, rank: 3 as const }] : [];
  });
}

function timesOf(words: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  return times;
}

/** Folders of one trajectory that has no patch yet. */
function lonely(found: readonly Claim[]): ReadonlySet<string> {
  const traces = found.filter(({ called, parts }) => called !== undefined && parts.includes('trajectory'));
  const perFolder = timesOf(traces.map(folderOfClaim));
  const bare = traces.filter(({ files }) => !files.some(({ path }) => isPatch(path)));
  return new Set(bare.map(folderOfClaim).filter((folder) => perFolder.get(folder) === 1));
}

/** Patches that nothing took, beside others that were taken: attempts of which only the patch is there. */
export function patchesLeft({ files }: Run, claims: readonly Claim[]): readonly string[] {
  const taken = new Set(claims.flatMap((claim) => claim.files.map(({ path }) => path)));
  const patches = files.map(({ path }) => path).filter(isPatch);
  const folders = new Set(patches.filter((path) => taken.has(path)).map(folderOf));
  return patches.filter((path) => !taken.has(path) && folders.has(folderOf(path)));
}
