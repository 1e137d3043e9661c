/** Reads a git diff into files, hunks and numbered lines; a binary text in, renderings out, never an error. */
import { renderBinary, renderPath } from './binary.js';
import type { HunkText } from './hunk.js';
import type { DiffLine, FileDiff, Hunk } from './model.js';
import { type FileText, scanPatch } from './scan.js';

/** From a text of one character per byte. */
export const parseDiffText = (text: string): FileDiff[] => scanPatch(text).files.map(toFileDiff);

function toFileDiff(file: FileText): FileDiff {
  const hunks = file.hunks.map(toHunk);
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const kind = kindOf(file);
  const { oldName, newName, change, oldMode, newMode } = file;
  return {
    path: renderPath(newName ?? oldName ?? ''),
    ...(change === 'renamed' || change === 'copied' ? { oldPath: renderPath(oldName ?? '') } : {}),
    change: kind === 'mode' ? 'mode' : change,
    kind,
    oldMode,
    newMode,
    added: lines.filter(({ type }) => type === 'added').length,
    deleted: lines.filter(({ type }) => type === 'deleted').length,
    hunks,
  };
}

function kindOf({ oldMode, newMode, binary, hunks, change }: FileText): FileDiff['kind'] {
  if (newMode === '160000' || (newMode === null && oldMode === '160000')) return 'gitlink';
  if (newMode === '120000' || (newMode === null && oldMode === '120000')) return 'symlink';
  if (binary !== null) return 'binary';
  return change === 'modified' && hunks.length === 0 && oldMode !== newMode ? 'mode' : 'text';
}

function toHunk({ oldStart, oldLines, newStart, newLines, section, body }: HunkText): Hunk {
  const lines: DiffLine[] = [];
  let [oldLine, newLine] = [oldStart, newStart];
  for (const raw of body) {
    const text = renderBinary(raw.slice(1).replace(/\r$/, ''));
    if (raw[0] === '-') lines.push({ type: 'deleted', old: oldLine++, new: null, text });
    else if (raw[0] === '+') lines.push({ type: 'added', old: null, new: newLine++, text });
    else if (raw[0] !== '\\') lines.push({ type: 'context', old: oldLine++, new: newLine++, text });
  }
  return { oldStart, oldLines, newStart, newLines, section: renderBinary(section), lines };
}
