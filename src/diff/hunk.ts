/** One hunk of a diff as it stands: its header, and the lines that the header's counts lay claim to. */

export interface HunkText {
  /** 1-based line of its `@@` in the patch. */
  readonly line: number;
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** Text behind the second `@@`. */
  readonly section: string;
  /** Lines with their sign; a blank context line may have lost its one space. No-newline marks stay in. */
  readonly body: readonly string[];
  /** Lines that the header promises and the patch does not have. */
  readonly lackOld: number;
  readonly lackNew: number;
}

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/s;
const NO_NEWLINE = '\\ ';

/** Reads the hunk at `lines[at]`; null where no hunk header stands there. An omitted count is 1. */
export function readHunk(lines: readonly string[], at: number): HunkText | null {
  const header = HEADER.exec(lines[at] ?? '');
  if (header === null) return null;
  const count = (text: string | undefined) => (text === undefined ? 1 : Number(text));
  const [oldLines, newLines] = [count(header[2]), count(header[4])];
  const { body, lackOld, lackNew } = readBody(lines, at + 1, oldLines, newLines);
  return {
    line: at + 1,
    oldStart: Number(header[1]),
    oldLines,
    newStart: Number(header[3]),
    newLines,
    section: (header[5] ?? '').replace(/^ /, ''),
    body,
    lackOld,
    lackNew,
  };
}

/** Takes lines while the counts ask for them: what looks like a header inside a hunk is a line of the file. */
function readBody(lines: readonly string[], start: number, lackOld: number, lackNew: number) {
  let at = start;
  while (lackOld > 0 || lackNew > 0) {
    const line = lines[at];
    const sign = line === undefined ? null : (line[0] ?? ' ');
    if (sign === ' ' && lackOld > 0 && lackNew > 0) {
      lackOld -= 1;
      lackNew -= 1;
    } else if (sign === '-' && lackOld > 0) lackOld -= 1;
    else if (sign === '+' && lackNew > 0) lackNew -= 1;
    else if (sign !== '\\') break;
    at += 1;
  }
  if (lines[at]?.startsWith(NO_NEWLINE) === true && at > start) at += 1;
  return { body: lines.slice(start, at), lackOld, lackNew };
}
