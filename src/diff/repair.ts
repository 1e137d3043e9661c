/** The only two losses of a patch that are made good: a final newline, and blank context lines that a strip() ate at its end. */
import type { HunkText } from './hunk.js';
import { scanPatch } from './scan.js';

export interface Repaired {
  readonly text: string;
  /** `normalised: final_newline`, `normalised: trailing_context`; empty where nothing was lost. */
  readonly notes: readonly string[];
}

/** A strip() eats the context below the last change, and no diff shows more of it than this. */
const MAX_CONTEXT = 20;

/** `text` holds one character per byte. Nothing is guessed: the last section itself proves what is missing. */
export function repairPatch(text: string): Repaired {
  const { files, prose } = scanPatch(text);
  const file = files.at(-1);
  // Prose behind the last file: what is short there was not lost at the end.
  if (file === undefined || (prose.at(-1)?.[0] ?? 0) > file.line) return { text, notes: [] };
  const newline = missingNewline(text, file.binary === 'data');
  const context = ' \n'.repeat(missingContext(file.hunks.at(-1)));
  const notes = [
    ...(newline === '' ? [] : ['normalised: final_newline']),
    ...(context === '' ? [] : ['normalised: trailing_context']),
  ];
  return { text: text + newline + context, notes };
}

/** Binary data ends with an empty line, everything else with a newline. */
function missingNewline(text: string, isBinaryData: boolean): string {
  if (!text.endsWith('\n')) return isBinaryData ? '\n\n' : '\n';
  return isBinaryData && !text.endsWith('\n\n') ? '\n' : '';
}

function missingContext(hunk: HunkText | undefined): number {
  if (hunk === undefined || hunk.lackOld !== hunk.lackNew) return 0;
  return hunk.lackOld <= MAX_CONTEXT ? hunk.lackOld : 0;
}
