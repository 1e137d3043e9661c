/** Makes a candidate's tree from the base and its patch, and checks that the tree is what the patch says. */
import { fromBinary, renderPath, toBinary } from '../../src/diff/binary.js';
import type { FileDiff } from '../../src/diff/model.js';
import {
  emptyPatch,
  failedPatch,
  hasNoContext,
  lfsNotes,
  linkNotes,
  missingPatch,
  patchFiles,
  proseNotes,
  quoteNote,
} from '../../src/diff/patch-report.js';
import { repairPatch } from '../../src/diff/repair.js';
import { type PatchText, scanPatch } from '../../src/diff/scan.js';
import type { TreeReader } from '../../src/material.js';
import type { PatchReport } from '../../src/records/rollout-result.js';
import { renderName } from '../../src/text/render.js';
import { type Attempt, type Bench, tryPatch, writeTree } from './apply.js';
import type { TreeChange } from './changes.js';
import type { Compare } from './comparer.js';
import { diagnose } from './diagnose.js';

export interface BuiltCandidate {
  readonly report: PatchReport;
  /** base..candidate; empty where nothing was applied. */
  readonly diff: readonly FileDiff[];
  /** null unless the patch is applied. */
  readonly tree: { readonly oid: string; readonly changes: readonly TreeChange[] } | null;
}

export interface Candidacy {
  readonly bench: Bench;
  readonly base: TreeReader;
  /** Folder inside the repository that the policy worked in, where the record names one. */
  readonly workdir: string | null;
  readonly compare: Compare;
}

/** Much more than any honest patch; reading it takes several times as much memory. */
const MAX_PATCH = 128 << 20;

const tooLarge = (what: string) => failedPatch('does_not_apply', {}, [`too_large: the ${what}`]);
const nothing = (report: PatchReport): BuiltCandidate => ({ report, diff: [], tree: null });

/** `patch` as bytes, null where the record has none. A patch that cannot be used is a report, never an error. */
export async function buildTree(candidacy: Candidacy, patch: Uint8Array | null): Promise<BuiltCandidate> {
  if (patch === null) return nothing(missingPatch);
  if (patch.length > MAX_PATCH)
    return nothing(tooLarge(`patch holds ${patch.length} bytes, of at most ${MAX_PATCH}`));
  const original = toBinary(patch);
  if (!/\S/.test(original)) return nothing(emptyPatch);
  const { text, notes } = repairPatch(original);
  const scan = scanPatch(text);
  const { attempt, folder, notes: how } = await tryAll(candidacy, scan, text);
  if (!attempt.applied)
    return nothing(await diagnose({ ...candidacy, text, scan, refusal: attempt.refusal }));
  return checkTree(candidacy, {
    names: attempt.names.map(renderPath),
    removed: removedNames(scan).map((name) => renderPath(`${folder}${name}`)),
    notes: [
      ...notes,
      ...how,
      ...attempt.offsets.map((offset) => quoteNote('offset', offset)),
      ...proseNotes(scan),
    ],
  });
}

interface Tried {
  readonly attempt: Attempt;
  /** What stands before every path of the patch: empty, or a folder with its slash. */
  readonly folder: string;
  readonly notes: readonly string[];
}

/** As it stands; below the work folder that the record names; and, for a patch without any context, exactly in its place. */
async function tryAll({ bench, workdir }: Candidacy, scan: PatchText, text: string): Promise<Tried> {
  const patch = fromBinary(text);
  const plain = { attempt: await tryPatch(bench, patch), folder: '', notes: [] };
  if (plain.attempt.applied || plain.attempt.refusal.reason !== 'does_not_apply') return plain;
  if (workdir !== null) {
    const below = await tryPatch(bench, patch, [`--directory=${workdir}`]);
    if (below.applied) {
      const folder = toBinary(new TextEncoder().encode(`${workdir}/`));
      return { attempt: below, folder, notes: [`relative_to: ${renderName(workdir)}`] };
    }
  }
  if (hasNoContext(scan)) {
    const bare = await tryPatch(bench, patch, ['--unidiff-zero']);
    if (bare.applied && bare.offsets.length === 0)
      return { ...plain, attempt: bare, notes: ['zero_context'] };
  }
  return plain;
}

interface Outcome {
  /** Paths as git read them in the patch, one per section. */
  readonly names: readonly string[];
  /** Paths that are gone when its sections are taken in their order. */
  readonly removed: readonly string[];
  readonly notes: readonly string[];
}

const MODES = ['100644', '100755', '120000'];

/** Exit code 0 of `git apply` is not "applied": the tree decides. */
async function checkTree(
  { bench, compare }: Candidacy,
  { names, removed, notes }: Outcome,
): Promise<BuiltCandidate> {
  const oid = await writeTree(bench);
  const comparison = await compare(oid);
  if (comparison === null) return nothing(tooLarge('change is beyond what is compared'));
  const { changes, diff, clippedAbove } = comparison;
  const odd = changes.find(({ entry }) => entry !== null && !MODES.includes(entry.mode));
  if (odd !== undefined) return nothing(failedPatch('bad_mode', { path: odd.path }, notes));
  const skipped = skippedName(names, changes) ?? undoneTooEarly(new Set(removed), changes);
  if (skipped !== undefined) return nothing(failedPatch('skipped', { path: skipped }, notes));
  const clipped =
    clippedAbove === null ? [] : [`clipped: files above ${clippedAbove} bytes are listed without lines`];
  const report: PatchReport = {
    state: 'applied',
    files: patchFiles(diff),
    notes: [...notes, ...clipped, ...linkNotes(diff), ...lfsNotes(diff)],
  };
  return { report, diff, tree: { oid, changes } };
}

/** A path that one section changes and the tree does not show. A series may undo itself, so paths named twice are let be. */
function skippedName(names: readonly string[], changes: readonly TreeChange[]): string | undefined {
  const changed = new Set(changes.map(({ path }) => path));
  if (changed.size === 0) return names[0] ?? '';
  const once = new Map<string, boolean>();
  for (const name of names) once.set(name, !once.has(name));
  return names.find((name) => once.get(name) === true && !changed.has(name));
}

/** Of several sections for one path the last one decides. */
function removedNames({ files }: PatchText): string[] {
  const isGone = new Map<string, boolean>();
  for (const { oldName, newName, change } of files) {
    if (oldName !== null && change !== 'copied') isGone.set(oldName, true);
    if (newName !== null) isGone.set(newName, false);
  }
  return [...isGone].filter(([, gone]) => gone).map(([name]) => name);
}

/** git removes before it creates, so a series that makes a file and removes it again leaves the file behind. */
const undoneTooEarly = (removed: ReadonlySet<string>, changes: readonly TreeChange[]): string | undefined =>
  changes.find(({ path, entry }) => entry !== null && removed.has(path))?.path;
