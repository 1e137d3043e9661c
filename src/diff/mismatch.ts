/** Why a hunk does not fit the file it is meant for: which one it is, and whether only line ends stand in the way. */
import type { HunkText } from './hunk.js';
import type { FileText } from './scan.js';

const withoutCr = (line: string) => line.replace(/\r$/, '');

/** The lines that a hunk expects to find, in order. */
const oldSide = ({ body }: HunkText): string[] =>
  body.filter((line) => line === '' || line[0] === ' ' || line[0] === '-').map((line) => line.slice(1));

/** 1-based number of the hunk of `file` that starts at `fileLine`, as git names the one that failed. */
export function hunkAt({ hunks }: FileText, fileLine: number): number | null {
  const index = hunks.findIndex(({ oldStart }) => oldStart === fileLine);
  return index < 0 ? null : index + 1;
}

/** True where a hunk that fits nowhere would fit if carriage returns at line ends did not count. */
export function onlyLineEndsDiffer(hunk: HunkText, fileText: string): boolean {
  const wanted = oldSide(hunk).map(withoutCr);
  const there = fileText.split('\n').map(withoutCr);
  if (
    wanted.length === 0 ||
    (oldSide(hunk).every((line, at) => line === wanted[at]) && !fileText.includes('\r'))
  ) {
    return false;
  }
  for (let from = 0; from + wanted.length <= there.length; from++) {
    if (wanted.every((line, at) => there[from + at] === line)) return true;
  }
  return false;
}

/** True where the headers themselves end in CR: the whole patch went through a line end conversion. */
export const hasCrHeaders = (lines: readonly string[]): boolean =>
  lines.some((line) => /^(diff --git|--- |\+\+\+ |@@ -\d).*\r$/s.test(line));
