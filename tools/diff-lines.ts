/** A diff in lines for a reader who must cite it: old number, new number, sign, text. */
import type { FileDiff, Hunk } from '../src/diff/model.js';
import { head } from '../src/text/clip.js';
import { renderMessageLine } from '../src/text/render.js';

const SIGN = { context: ' ', added: '+', deleted: '-' } as const;
const MAX_LINE = 2000;

export const diffLines = (files: readonly FileDiff[]): string[] => files.flatMap(fileLines);

function fileLines(file: FileDiff): string[] {
  const { path, oldPath, change, kind, added, deleted, oldMode, newMode } = file;
  const from = oldPath === undefined ? '' : ` from ${renderMessageLine(oldPath)}`;
  const mode =
    oldMode !== null && newMode !== null && oldMode !== newMode ? `, mode ${oldMode} to ${newMode}` : '';
  const what = kind === 'text' ? '' : `, ${kind}`;
  return [
    `=== ${renderMessageLine(path)} (${change}${from}${what}${mode}, +${added} -${deleted})`,
    ...file.hunks.flatMap(hunkLines),
  ];
}

const column = (number: number | null): string => (number === null ? '' : String(number)).padStart(5);

const hunkLines = ({ section, lines }: Hunk): string[] => [
  `  old   new  @@ ${section}`,
  ...lines.map((line) => `${column(line.old)} ${column(line.new)} ${SIGN[line.type]}${clipped(line.text)}`),
];

const clipped = (text: string): string =>
  text.length <= MAX_LINE ? text : `${head(text, MAX_LINE)}… [line of ${text.length} characters]`;
