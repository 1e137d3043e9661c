/** Writes a git patch from files before and after: exact, and fast enough for files of a few hundred lines. */
import type { Changes, Files } from './scene.js';

const CONTEXT = 3;

interface Line {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** What changes make of files. */
export function changed(files: Files, changes: Changes): Files {
  const after = new Map(Object.entries(files));
  for (const [path, text] of Object.entries(changes)) {
    if (text === null) after.delete(path);
    else after.set(path, text);
  }
  return Object.fromEntries(after);
}

/** The patch that leads from `files` to what `changes` make of them, paths in order; empty where nothing changes. */
export const patchOf = (files: Files, changes: Changes): string =>
  Object.keys(changes)
    .sort()
    .map((path) => filePatch(path, files[path] ?? null, changes[path] ?? null))
    .join('');

function filePatch(path: string, before: string | null, after: string | null): string {
  if (before === after) return '';
  const head = [
    `diff --git a/${path} b/${path}`,
    ...(before === null ? ['new file mode 100644'] : []),
    ...(after === null ? ['deleted file mode 100644'] : []),
    `--- ${before === null ? '/dev/null' : `a/${path}`}`,
    `+++ ${after === null ? '/dev/null' : `b/${path}`}`,
  ];
  return `${[...head, ...hunksOf(script(linesOf(before), linesOf(after)))].join('\n')}\n`;
}

const linesOf = (text: string | null): string[] =>
  text === null || text === '' ? [] : text.replace(/\n$/, '').split('\n');

/** Longest common subsequence by dynamic programming. */
function script(before: readonly string[], after: readonly string[]): Line[] {
  const width = after.length + 1;
  const best = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => best[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      best[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: Line[] = [];
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    const [old, fresh] = [before[i], after[j]];
    if (old !== undefined && old === fresh) {
      lines.push({ mark: ' ', text: old });
      i += 1;
      j += 1;
    } else if (old !== undefined && (fresh === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ mark: '-', text: old });
      i += 1;
    } else {
      lines.push({ mark: '+', text: fresh ?? '' });
      j += 1;
    }
  }
  return lines;
}

function hunksOf(lines: readonly Line[]): string[] {
  const near = (at: number): boolean =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ mark }) => mark !== ' ');
  const out: string[] = [];
  let [old, fresh] = [1, 1];
  for (let at = 0; at < lines.length; ) {
    if (!near(at)) {
      old += 1;
      fresh += 1;
      at += 1;
      continue;
    }
    let end = at;
    while (end < lines.length && near(end)) end += 1;
    const hunk = lines.slice(at, end);
    const [removed, added] = [count(hunk, '-'), count(hunk, '+')];
    out.push(`@@ -${range(old, removed)} +${range(fresh, added)} @@`);
    out.push(...hunk.map(({ mark, text }) => `${mark}${text}`));
    old += removed;
    fresh += added;
    at = end;
  }
  return out;
}

const count = (hunk: readonly Line[], mark: '-' | '+'): number =>
  hunk.filter((line) => line.mark === ' ' || line.mark === mark).length;

const range = (start: number, length: number): string => `${length === 0 ? start - 1 : start},${length}`;
