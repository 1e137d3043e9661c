/** Which claims are of one attempt by the names of their files: names that the harness or the user wrote, never what stands in a file. */
import { folderOf } from '../paths.js';
import { type Claim, folderOfClaim } from './claim.js';
import { stemOf } from './source.js';

export const isPatch = (path: string): boolean => /\.(?:diff|patch)$/.test(path);

/**
 * - `same`: called alike, where that tells attempts apart
 * - `other`: called otherwise, where that does
 * - `unsure`: called alike, but their folders say that they are of two attempts; or nothing says whether names tell anything
 * - `open`: their names say nothing
 */
export type Kinship = 'same' | 'other' | 'unsure' | 'open';

type Kind = 'patch' | 'trajectory';

/** What the files of all claims at one task say together. */
interface Names {
  /** Folders that hold two patches or two trajectories: their files are called after attempts. */
  readonly shared: ReadonlySet<string>;
  /** Shared folders in which no patch is called like a trajectory. */
  readonly odd: ReadonlySet<string>;
  /** Names of attempts, out of shared folders and of tables. */
  readonly attempts: ReadonlySet<string>;
  /** Folders that hold a patch, or a trajectory, of each name. */
  readonly places: ReadonlyMap<string, ReadonlySet<string>>;
  /** What lies in and below each folder. */
  readonly kinds: ReadonlyMap<string, ReadonlySet<Kind>>;
  /** Folders with a folder that holds patches and trajectories, as that of an attempt does. */
  readonly divided: ReadonlySet<string>;
}

/** Compares claims at one task; those that are not called after an attempt are `open`. */
export function kinshipOf(claims: readonly Claim[]): (a: Claim, b: Claim) => Kinship {
  const names = namesIn(claims.filter(({ called }) => called !== undefined));
  return (a, b) => {
    if (a.called === undefined || b.called === undefined) return 'open';
    if (!reaches(a, b) || !reaches(b, a)) return 'other';
    const [here, there] = [folderOfClaim(a), folderOfClaim(b)];
    const isShared = names.shared.has(here) || names.shared.has(there);
    const common = meet(a.called.names, b.called.names);
    if (here === there) {
      if (common.length > 0) return 'same';
      if (!isShared) return 'open';
      return names.odd.has(here) ? 'unsure' : 'other';
    }
    const by = [...common, ...folderNames(a, b, names), ...folderNames(b, a, names)];
    const torn =
      areApart(here, there, names) ||
      [a, b].some((one) => ownersOf(one, names) > 1 || hasDouble(one, by, names));
    if (torn) return by.length > 0 ? 'unsure' : 'other';
    if (by.length > 0) return 'same';
    return isShared ? 'other' : 'open';
  };
}

const meet = (some: readonly string[], others: readonly string[]): string[] =>
  some.filter((name) => others.includes(name));

const partsOf = (folder: string): string[] => folder.split('/').filter(Boolean);

/** A table speaks of what lies in its folder and below: one in an attempt's own folder says nothing of its peers. */
function reaches({ called }: Claim, other: Claim): boolean {
  const within = folderOf(called?.table ?? '');
  return within === '' || `${folderOfClaim(other)}/`.startsWith(`${within}/`);
}

/** `patches/a.diff` and the folder `a`. */
const folderNames = (a: Claim, b: Claim, { attempts }: Names): string[] =>
  meet(
    (a.called?.names ?? []).filter((name) => attempts.has(name)),
    partsOf(folderOfClaim(b)),
  );

/** Attempts after which a claim's file and folders are called: `a/workspace/b.json` may be of two. */
function ownersOf(claim: Claim, { attempts }: Names): number {
  const own = claim.called?.names ?? [];
  const folders = new Set(
    partsOf(folderOfClaim(claim)).filter((name) => attempts.has(name) && !own.includes(name)),
  );
  return folders.size + (own.some((name) => attempts.has(name)) ? 1 : 0);
}

/** Another patch, or another trajectory, of the same name lies elsewhere; a table says which one it means. */
const hasDouble = (claim: Claim, by: readonly string[], { places }: Names): boolean =>
  claim.called?.table === undefined &&
  kindsIn(claim).some(([kind, path]) => {
    const name = stemOf(path);
    return by.includes(name) && (places.get(`${kind} ${name}`)?.size ?? 0) > 1;
  });

/** Folders of two attempts, as against `patches/` and `traces/`: both hold the same kind, or one beside them holds both kinds. */
function areApart(here: string, there: string, { kinds, divided }: Names): boolean {
  const [one, two] = [partsOf(here), partsOf(there)];
  let at = 0;
  while (at < one.length && one[at] === two[at]) at += 1;
  if (at === one.length || at === two.length) return false;
  const kindsOf = (parts: readonly string[]) => kinds.get(parts.slice(0, at + 1).join('/')) ?? new Set();
  const others = kindsOf(two);
  return divided.has(one.slice(0, at).join('/')) || [...kindsOf(one)].some((kind) => others.has(kind));
}

interface Folder {
  readonly patch: Set<string>;
  readonly trajectory: Set<string>;
}

function namesIn(claims: readonly Claim[]): Names {
  const folders = new Map<string, Folder>();
  const kinds = new Map<string, Set<Kind>>();
  const attempts = new Set<string>();
  const places = new Map<string, Set<string>>();
  for (const claim of claims) {
    if (claim.called?.table !== undefined) for (const name of claim.called.names) attempts.add(name);
    for (const [kind, path] of kindsIn(claim)) {
      let folder = folderOf(path);
      const own = folders.get(folder) ?? { patch: new Set(), trajectory: new Set() };
      folders.set(folder, own);
      own[kind].add(stemOf(path));
      const bearer = `${kind} ${stemOf(path)}`;
      places.set(bearer, (places.get(bearer) ?? new Set<string>()).add(folder));
      for (; folder !== ''; folder = folderOf(folder))
        kinds.set(folder, (kinds.get(folder) ?? new Set<Kind>()).add(kind));
    }
  }
  const shared = [...folders].filter(([, { patch, trajectory }]) => patch.size > 1 || trajectory.size > 1);
  for (const [, { patch, trajectory }] of shared)
    for (const name of [...patch, ...trajectory]) attempts.add(name);
  const odd = shared.filter(
    ([, { patch, trajectory }]) =>
      patch.size > 0 && trajectory.size > 0 && ![...patch].some((name) => trajectory.has(name)),
  );
  return {
    shared: new Set(shared.map(([folder]) => folder)),
    odd: new Set(odd.map(([folder]) => folder)),
    attempts,
    places,
    kinds,
    divided: new Set([...kinds].filter(([, own]) => own.size > 1).map(([folder]) => folderOf(folder))),
  };
}

/** The patches of a claim, and the file that tells its trajectory. */
function kindsIn({ files, parts }: Claim): [Kind, string][] {
  const patches = files
    .filter(({ path }) => isPatch(path))
    .map(({ path }): [Kind, string] => ['patch', path]);
  const trace = parts.includes('trajectory') ? files.find(({ path }) => !isPatch(path)) : undefined;
  return trace === undefined ? patches : [...patches, ['trajectory', trace.path]];
}
