/** Says why a patch was refused, beyond git's own words: line ends, another prefix, applied before. */
import { fromBinary, renderPath, toBinary } from '../../src/diff/binary.js';
import { hasCrHeaders, hunkAt, onlyLineEndsDiffer } from '../../src/diff/mismatch.js';
import {
  type FailedAt,
  failedPatch,
  firstLineNote,
  looksLikeDiff,
  quoteNote,
} from '../../src/diff/patch-report.js';
import type { Refusal } from '../../src/diff/refusal.js';
import type { PatchText } from '../../src/diff/scan.js';
import type { TreeReader } from '../../src/material.js';
import type { PatchReport } from '../../src/records/rollout-result.js';
import { type Bench, fits } from './apply.js';

export interface Refused {
  readonly bench: Bench;
  readonly text: string;
  readonly scan: PatchText;
  readonly base: TreeReader;
  readonly refusal: Refusal;
}

/** Depths at which patches made from outside the repository carry their paths. */
const OTHER_DEPTHS = [0, 2, 3];

export async function diagnose(refused: Refused): Promise<PatchReport> {
  const { scan, refusal } = refused;
  const at = placeOf(scan, refusal);
  const said = refusal.patchLine === undefined ? [] : [`patch_line: ${refusal.patchLine}`];
  const notes = [...said, quoteNote('git', refusal.message)];
  if (hasCrHeaders(scan.lines)) return failedPatch('line_endings', at, notes);
  switch (refusal.reason) {
    case 'not_a_diff':
      return looksLikeDiff(scan)
        ? failedPatch('corrupt', at, [...oddLine(scan), ...notes])
        : failedPatch('not_a_diff', at, [firstLineNote(scan), ...notes]);
    case 'does_not_apply':
    case 'prefix':
      return mismatch(refused, at, notes);
    default:
      return failedPatch(refusal.reason, at, notes);
  }
}

async function mismatch({ bench, text, scan, base, refusal }: Refused, at: FailedAt, notes: string[]) {
  if (await lineEndsDiffer(scan, base, refusal, at)) return failedPatch('line_endings', at, notes);
  const patch = fromBinary(text);
  for (const depth of OTHER_DEPTHS) {
    if (await fits(bench, patch, [`-p${depth}`]))
      return failedPatch('prefix', at, [`fits: -p${depth}`, ...notes]);
  }
  if (refusal.reason === 'prefix') return failedPatch('prefix', at, notes);
  const reason = (await fits(bench, patch, ['-R'])) ? 'already_applied' : 'does_not_apply';
  return failedPatch(reason, at, notes);
}

/** Path and hunk of the failure as far as git names them. */
function placeOf(scan: PatchText, { path, fileLine, patchLine }: Refusal): FailedAt {
  const { files } = scan;
  if (path === undefined) return patchLine === undefined ? {} : placeOfLine(scan, patchLine);
  const file = files.find(({ oldName, newName }) => oldName === path || newName === path);
  const hunk = file === undefined || fileLine === undefined ? null : hunkAt(file, fileLine);
  return { path: renderPath(path), ...(hunk === null ? {} : { hunk }) };
}

/** The file and hunk that a line of the patch stands in. */
function placeOfLine({ files }: PatchText, patchLine: number): FailedAt {
  const file = files.findLast(({ line }) => line <= patchLine);
  if (file === undefined) return {};
  const hunk = file.hunks.findLastIndex(({ line }) => line <= patchLine) + 1;
  return { path: renderPath(file.newName ?? file.oldName ?? ''), ...(hunk === 0 ? {} : { hunk }) };
}

async function lineEndsDiffer({ files }: PatchText, base: TreeReader, { path }: Refusal, { hunk }: FailedAt) {
  const file = files.find(({ oldName }) => oldName === path);
  const failing = hunk === undefined ? undefined : file?.hunks[hunk - 1];
  if (path === undefined || failing === undefined) return false;
  // A file too large to be read says nothing about its line ends.
  const there = await base.read(renderPath(path)).catch(() => null);
  return there !== null && onlyLineEndsDiffer(failing, toBinary(there));
}

/** Where a hunk header stands that says no place, e.g. a bare `@@`. */
function oddLine({ lines }: PatchText): string[] {
  const index = lines.findIndex((line) => line.startsWith('@@'));
  return index < 0 ? [] : [`patch_line: ${index + 1}`];
}
