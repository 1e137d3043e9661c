/** A small line diff in the model of src/diff, so that tests can state patches as texts before and after. */
import type { DiffLine, FileDiff, Hunk } from '../../src/diff/model.js';
import { renderText } from '../../src/text/render.js';

const CONTEXT = 3;

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
const shown = (line: string): string => renderText(line.replace(/\r$/, ''));

/** Longest common subsequence by dynamic programming: exact, and fast enough for snippets. */
function editScript(before: readonly string[], after: readonly string[]): DiffLine[] {
  const width = after.length + 1;
  const best = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const down = best[(i + 1) * width + j] ?? 0;
      const right = best[i * width + j + 1] ?? 0;
      best[i * width + j] =
        before[i] === after[j] ? (best[(i + 1) * width + j + 1] ?? 0) + 1 : Math.max(down, right);
    }
  }
  const script: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    const old = before[i];
    const fresh = after[j];
    const isDeleted =
      fresh === undefined || (best[(i + 1) * width + j] ?? 0) >= (best[i * width + j + 1] ?? 0);
    if (old !== undefined && old === fresh)
      script.push({ type: 'context', old: ++i, new: ++j, text: shown(old) });
    else if (old !== undefined && isDeleted)
      script.push({ type: 'deleted', old: ++i, new: null, text: shown(old) });
    else script.push({ type: 'added', old: null, new: ++j, text: shown(fresh as string) });
  }
  return script;
}

function hunksOf(script: readonly DiffLine[]): Hunk[] {
  const near = script.map((_, at) =>
    script.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ type }) => type !== 'context'),
  );
  const hunks: Hunk[] = [];
  let lastOld = 0;
  let lastNew = 0;
  let open: DiffLine[] = [];
  let start = { old: 0, new: 0 };
  const close = (): void => {
    if (open.length === 0) return;
    const oldLines = open.filter(({ old }) => old !== null).length;
    const newLines = open.filter((line) => line.new !== null).length;
    hunks.push({
      oldStart: oldLines === 0 ? start.old : start.old + 1,
      oldLines,
      newStart: newLines === 0 ? start.new : start.new + 1,
      newLines,
      section: '',
      lines: open,
    });
    open = [];
  };
  script.forEach((line, at) => {
    if (near[at] === true) {
      if (open.length === 0) start = { old: lastOld, new: lastNew };
      open.push(line);
    } else close();
    lastOld = line.old ?? lastOld;
    lastNew = line.new ?? lastNew;
  });
  close();
  return hunks;
}

/** The diff of one file; null text means that the file does not exist on that side, null result that nothing changed. */
export function lineDiff(path: string, before: string | null, after: string | null): FileDiff | null {
  if (before === after) return null;
  const hunks = hunksOf(editScript(linesOf(before ?? ''), linesOf(after ?? '')));
  const count = (type: DiffLine['type']) =>
    hunks.flatMap(({ lines }) => lines).filter((line) => line.type === type).length;
  return {
    path,
    change: before === null ? 'added' : after === null ? 'deleted' : 'modified',
    kind: 'text',
    oldMode: before === null ? null : '100644',
    newMode: after === null ? null : '100644',
    added: count('added'),
    deleted: count('deleted'),
    hunks,
  };
}
