/** Patches that go with what a format found, where all patches are not asked for: by their names, or alone beside a lone trajectory. */
import type { Claim } from '../claim.js';
import { isPatch } from '../kin.js';
import { baseOf, folderOf, type Run, type SourceFile, stemOf } from '../source.js';
import { barePatch } from './patches.js';

/**
 * @param run the files that are left
 * @param found what was found; a patch that is called like it makes no attempt of its own
 * @param rows ids in a table of the user's; a patch that is called so, or whose folder is, is an attempt
 */
export function patchesCalled(run: Run, found: readonly Claim[], rows: ReadonlySet<string>): Claim[] {
  const left = run.files.filter(({ path }) => isPatch(path));
  const names = new Set(found.flatMap(({ called }) => called?.names ?? []));
  const perName = timesOf(left.map(({ path }) => stemOf(path)));
  const perFolder = timesOf(left.map(({ path }) => folderOf(path)));
  const bare = lonely(found);
  return left.flatMap((file: SourceFile) => {
    const [name, folder] = [stemOf(file.path), folderOf(file.path)];
    const isAlone = perFolder.get(folder) === 1;
    if (rows.has(name) || (isAlone && (bare.has(folder) || rows.has(baseOf(folder)))))
      return [barePatch(file)];
    // A name that two patches have tells nothing.
    return names.has(name) && perName.get(name) === 1 ? [{ ...barePatch(file), rank: 3 as const }] : [];
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
  const folderIn = ({ files }: Claim): string => folderOf(files[0]?.path ?? '');
  const perFolder = timesOf(traces.map(folderIn));
  const bare = traces.filter(({ files }) => !files.some(({ path }) => isPatch(path)));
  return new Set(bare.map(folderIn).filter((folder) => perFolder.get(folder) === 1));
}
