/** A parsed diff: files, hunks and numbered lines; all texts are renderings (src/text/render), never raw bytes. */

export interface DiffLine {
  readonly type: 'context' | 'added' | 'deleted';
  /** 1-based line number on the old side; null for an added line. */
  readonly old: number | null;
  /** 1-based line number on the new side; null for a deleted line. */
  readonly new: number | null;
  /** Rendered, without its line end; a trailing CR is dropped. */
  readonly text: string;
}

export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** What git prints behind the second `@@`, rendered. */
  readonly section: string;
  readonly lines: readonly DiffLine[];
}

export interface FileDiff {
  /** Path on the new side (the old one for a deletion). */
  readonly path: string;
  /** Set for a rename or copy. */
  readonly oldPath?: string;
  readonly change: 'added' | 'deleted' | 'modified' | 'renamed' | 'copied' | 'mode';
  readonly kind: 'text' | 'binary' | 'symlink' | 'gitlink' | 'mode';
  readonly oldMode: string | null;
  readonly newMode: string | null;
  readonly added: number;
  readonly deleted: number;
  readonly hunks: readonly Hunk[];
}
