/** Decides the pristine form of a candidate: its own product files, and the evaluation's copy of everything that tests it. */
import type { TreeEntry } from '../material.js';
import { foldersAbove } from '../paths.js';
import { type MachineryRules, machineryOf } from './machinery.js';

type Entries = ReadonlyMap<string, TreeEntry>;

export interface PristinePlan {
  /** Entries to put back, null to take away. */
  readonly edits: ReadonlyMap<string, TreeEntry | null>;
  /** Manifests whose runner parts have to be merged. */
  readonly manifests: readonly string[];
}

/**
 * @param trusted the base with the task's test patch on top
 * @param rules which paths count
 */
export function pristinePlan(candidate: Entries, trusted: Entries, rules: MachineryRules): PristinePlan {
  const edits = new Map<string, TreeEntry | null>();
  const manifests: string[] = [];
  for (const path of new Set([...candidate.keys(), ...trusted.keys()])) {
    const own = candidate.get(path);
    const kept = trusted.get(path);
    if (own?.oid === kept?.oid && own?.mode === kept?.mode) continue;
    const kind = machineryOf(path, rules, trusted);
    if (kind === 'manifest' && isFile(own) && (kept === undefined || isFile(kept))) manifests.push(path);
    else if (kind === 'test' || kind === 'runner') edits.set(path, kept ?? null);
  }
  clearTheWay(edits, candidate);
  return { edits, manifests };
}

const isFile = (entry: TreeEntry | undefined): boolean =>
  entry?.mode === '100644' || entry?.mode === '100755';

/** A link or file of the candidate where a test's folder was, or a folder where a test was, gives way. */
function clearTheWay(edits: Map<string, TreeEntry | null>, candidate: Entries): void {
  const back = [...edits].filter(([, entry]) => entry !== null).map(([path]) => path);
  if (back.length === 0) return;
  const folders = new Set(back.flatMap(foldersAbove));
  const files = new Set(back);
  for (const path of candidate.keys()) {
    const isInTheWay = folders.has(path) || foldersAbove(path).some((folder) => files.has(folder));
    if (isInTheWay && !edits.has(path)) edits.set(path, null);
  }
}

/** What was put back, for people: names of a few files. */
export function putBackText({ edits, manifests }: PristinePlan): string {
  const paths = [...edits.keys(), ...manifests].sort((a, b) => (a < b ? -1 : 1));
  const shown = paths.slice(0, 3);
  return paths.length > 3 ? `${shown.join(', ')} and ${paths.length - 3} more` : shown.join(', ');
}
