/** Citations of a candidate's diff: numbered lines of the old or the new side. */
import type { FileDiff } from '../diff/model.js';
import type { CandidateMaterial } from '../material.js';
import type { CitationOf } from '../records/citation.js';
import { renderMessageLine, renderName } from '../text/render.js';
import { citedText, type Located, nowhere } from './located.js';
import type { Section } from './nearest.js';

type Side = 'old' | 'new';

const pathOf = (file: FileDiff, side: Side): string =>
  side === 'old' ? (file.oldPath ?? file.path) : file.path;

/** The lines that a diff shows of one side. */
function sideOf(file: FileDiff, side: Side): Section['lines'] {
  return file.hunks.flatMap(({ lines }) =>
    lines.flatMap((line) => {
      const number = line[side];
      return number === null ? [] : [{ number, text: line.text }];
    }),
  );
}

export function inPatch(citation: CitationOf<'patch'>, { id, diff }: CandidateMaterial): Located {
  const { path, side, lines } = citation;
  const file = diff.find((item) => pathOf(item, side) === path);
  if (!file) {
    const files = diff.slice(0, 8).map((item) => renderMessageLine(pathOf(item, side)));
    return nowhere(
      `the patch of ${renderName(id)} does not touch this path; it touches ${files.join(', ') || 'nothing'}`,
      () => sections(diff),
    );
  }
  const shown = new Map(sideOf(file, side).map(({ number, text }) => [number, text]));
  const cited: string[] = [];
  for (let number = lines[0]; number <= lines[1]; number++) {
    const text = shown.get(number);
    const around = (): Section[] => sections([file, ...diff.filter((item) => item !== file)], side);
    if (text === undefined)
      return nowhere(`line ${number} is not in the diff; ${rangesOf([...shown.keys()])}`, around);
    cited.push(text);
  }
  return citedText(cited.join('\n'), () => sections([file, ...diff.filter((item) => item !== file)], side));
}

/** All lines of the files, the wanted side first. */
function sections(files: readonly FileDiff[], first: Side = 'new'): Section[] {
  const sides: Side[] = first === 'new' ? ['new', 'old'] : ['old', 'new'];
  return files.flatMap((file) =>
    sides.map((side) => ({
      name: `${renderMessageLine(pathOf(file, side))} (${side} side)`,
      lines: sideOf(file, side),
    })),
  );
}

/** `it shows lines 1-7, 20-31`. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const shown = ranges.slice(0, 8).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  return shown.length === 0
    ? 'it shows no lines of this side'
    : `it shows lines ${shown.join(', ')}${ranges.length > 8 ? ', …' : ''}`;
}
