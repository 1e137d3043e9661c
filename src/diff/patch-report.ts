/** The parts of a patch report that come from texts alone: its file list, its notes, the shape of a failure. */
import type { PatchFile, PatchReport } from '../records/rollout-result.js';
import type { PatchReason } from '../vocabulary.js';
import { renderPath } from './binary.js';
import type { FileDiff } from './model.js';
import type { PatchText } from './scan.js';

/** Notes are read by people and by the judge: one line each, and short. */
const MAX_NOTE = 300;
const MAX_PROSE = 10;

/** A note whose words come from the patch or from git's message about it; `text` holds one character per byte. */
export const quoteNote = (label: string, text: string): string =>
  `${label}: ${renderPath(text.slice(0, MAX_NOTE))}${text.length > MAX_NOTE ? '…' : ''}`;

export const missingPatch: PatchReport = { state: 'missing', files: [], notes: [] };
export const emptyPatch: PatchReport = { state: 'empty', files: [], notes: [] };

export interface FailedAt {
  /** Rendered. */
  readonly path?: string;
  /** 1-based. */
  readonly hunk?: number;
}

export const failedPatch = (reason: PatchReason, at: FailedAt, notes: readonly string[]): PatchReport => ({
  state: 'failed',
  reason,
  ...(at.path === undefined ? {} : { path: at.path }),
  ...(at.hunk === undefined ? {} : { hunk: at.hunk }),
  files: [],
  notes: [...notes],
});

/** One line per path: git tells a change of type (file to link) as a deletion and an addition of the same path. */
export function patchFiles(diff: readonly FileDiff[]): PatchFile[] {
  const files = new Map<string, PatchFile>();
  for (const { path, oldPath, added, deleted, kind } of diff) {
    const before = files.get(path);
    files.set(path, {
      path,
      ...(oldPath === undefined ? {} : { old_path: oldPath }),
      added: added + (before?.added ?? 0),
      deleted: deleted + (before?.deleted ?? 0),
      kind,
    });
  }
  return [...files.values()];
}

/** Where text stands that belongs to no file: a mail head, a fence, a shell prompt. It was ignored, not lost. */
export function proseNotes({ files, prose, lines }: PatchText): string[] {
  const first = files[0]?.line ?? 0;
  const notes = prose.slice(0, MAX_PROSE).map(([from, to]) => {
    const isMail = from < first && /^From [0-9a-f]{40,64} /.test(lines[from - 1] ?? '');
    return `${isMail ? 'mail_head' : 'ignored_text'}: lines ${from}-${to}`;
  });
  const more = prose.length - notes.length;
  return more > 0 ? [...notes, `ignored_text: ${more} more places`] : notes;
}

/** Links point where they want: named, never followed. */
export const linkNotes = (diff: readonly FileDiff[]): string[] =>
  diff
    .filter(({ kind, change }) => kind === 'symlink' && change !== 'deleted')
    .map(({ path, hunks }) => {
      const target = hunks.flatMap(({ lines }) => lines).find(({ type }) => type === 'added')?.text;
      return target === undefined ? `symlink: ${path}` : `symlink: ${path} -> ${target.slice(0, MAX_NOTE)}`;
    });

/** The first line of a pointer of Git LFS. */
export const LFS_LINE = 'version https://git-lfs.github.com/spec/v1';

/** A Git LFS pointer stands for contents that are not here. */
export const lfsNotes = (diff: readonly FileDiff[]): string[] =>
  diff
    .filter(({ hunks }) => hunks[0]?.lines.some((line) => line.new === 1 && line.text === LFS_LINE))
    .map(({ path }) => `lfs_pointer: ${path}`);

/** The first line that is not blank, for a text that is no diff at all. */
export const firstLineNote = ({ lines }: PatchText): string =>
  quoteNote('first_line', lines.find((line) => /\S/.test(line)) ?? '');

/** Lines that only a diff has, although git made no patch of them. */
export const looksLikeDiff = ({ lines }: PatchText): boolean =>
  lines.some((line) => /^(diff --git |--- |\+\+\+ |@@)/.test(line));

/** Every hunk that changes a file carries changes only: made with `git diff -U0`. */
export function hasNoContext({ files }: PatchText): boolean {
  const hunks = files.filter(({ change }) => change === 'modified').flatMap((file) => file.hunks);
  return hunks.length > 0 && hunks.every(({ body }) => body.every((line) => /^[-+\\]/.test(line)));
}
