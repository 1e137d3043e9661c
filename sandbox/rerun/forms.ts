/** Builds the trees of a re-run: pristine forms of patches, and the same with control tests. */

import type { TreeEntry, TreeReader } from '../../src/material.js';
import { type ControlKind, type ControlNames, withControls } from '../../src/rerun/control.js';
import type { MachineryRules } from '../../src/rerun/machinery.js';
import { pristineManifest } from '../../src/rerun/manifest.js';
import { type PristinePlan, pristinePlan } from '../../src/rerun/pristine.js';
import type { TestRun } from '../../src/rerun/verdict.js';
import type { TreeEdit } from '../git/derive.js';
import type { Workspace } from '../git/workspace.js';

export interface Pristine {
  readonly tree: TreeReader;
  readonly plan: PristinePlan;
}

const entriesOf = async (tree: TreeReader): Promise<Map<string, TreeEntry>> =>
  new Map((await tree.entries()).map((entry) => [entry.path, entry]));

/** @param trusted the base with the test patch on top */
export async function pristineForm(
  workspace: Workspace,
  tree: TreeReader,
  trusted: TreeReader,
  rules: MachineryRules,
): Promise<Pristine> {
  const own = await entriesOf(tree);
  const plan = pristinePlan(own, await entriesOf(trusted), rules);
  const edits = new Map<string, TreeEdit | null>(plan.edits);
  const merged: string[] = [];
  for (const path of plan.manifests) {
    const text = await textOf(tree, path);
    const fresh = pristineManifest(path, text ?? '', await textOf(trusted, path));
    if (fresh === text) continue;
    merged.push(path);
    edits.set(path, { mode: own.get(path)?.mode ?? '100644', bytes: Buffer.from(fresh) });
  }
  const pristine = edits.size === 0 ? tree : await workspace.derive(tree, edits);
  return { tree: pristine, plan: { edits: plan.edits, manifests: merged } };
}

async function textOf(tree: TreeReader, path: string): Promise<string | null> {
  const bytes = await tree.read(path);
  return bytes === null ? null : Buffer.from(bytes).toString('utf8');
}

/** A tree with some files of another one put over it, or taken away where that has none. */
export async function overlaid(
  workspace: Workspace,
  tree: TreeReader,
  over: TreeReader,
  paths: ReadonlySet<string>,
): Promise<TreeReader> {
  const entries = await entriesOf(over);
  const edits = new Map([...paths].map((path) => [path, entries.get(path) ?? null]));
  return edits.size === 0 ? tree : workspace.derive(tree, edits);
}

const KINDS: ReadonlySet<string> = new Set<ControlKind>([
  'unittest',
  'pytest',
  'node',
  'vitest',
  'jest',
  'go',
]);

/** Writes controls into the files that the named tests were reported from; null where none can be written. */
export async function controlledForm(
  workspace: Workspace,
  pristine: TreeReader,
  run: TestRun,
  deciding: readonly string[],
  names: Omit<ControlNames, 'file'>,
): Promise<TreeReader | null> {
  const kinds = new Map(
    deciding.flatMap((id) => {
      const item = run.items.get(id);
      return item && KINDS.has(item.runner) ? [[item.home, item.runner as ControlKind] as const] : [];
    }),
  );
  const entries = await entriesOf(pristine);
  const module = await goModule(pristine);
  const edits = new Map<string, TreeEdit>();
  for (const [home, kind] of kinds) {
    const path = kind === 'go' ? goFile(home, module, entries) : home;
    const text = path === null ? null : await textOf(pristine, path);
    const fresh = text === null ? null : withControls(text, kind, { ...names, file: edits.size });
    if (path === null || fresh === null) continue;
    edits.set(path, { mode: entries.get(path)?.mode ?? '100644', bytes: Buffer.from(fresh) });
  }
  return edits.size === 0 ? null : workspace.derive(pristine, edits);
}

async function goModule(tree: TreeReader): Promise<string | null> {
  return /^module\s+(\S+)/m.exec((await textOf(tree, 'go.mod')) ?? '')?.[1] ?? null;
}

/** The first test file of a package. */
function goFile(home: string, module: string | null, entries: ReadonlyMap<string, TreeEntry>): string | null {
  if (module === null || (home !== module && !home.startsWith(`${module}/`))) return null;
  const folder = home === module ? '' : `${home.slice(module.length + 1)}/`;
  const inFolder = (path: string): boolean =>
    path.startsWith(folder) && path.endsWith('_test.go') && !path.slice(folder.length).includes('/');
  return [...entries.keys()].filter(inFolder).sort()[0] ?? null;
}
