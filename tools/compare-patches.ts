/** `compare_patches`: which files and hunks two or more candidates share, and which only one of them has. */
import { z } from 'zod';
import type { FileDiff, Hunk } from '../src/diff/model.js';
import type { Case } from '../src/judge/case.js';
import { clip } from '../src/text/clip.js';
import { renderMessageLine } from '../src/text/render.js';
import * as inputs from './inputs.js';
import { paged } from './paging.js';
import { defineTool, type JudgeTool } from './tool.js';

export const comparePatches = ({ candidate }: Pick<Case, 'candidate'>): JudgeTool =>
  defineTool({
    name: 'compare_patches',
    description:
      'Files and changes of two or more candidates side by side: what they share line by line, and what only some of them have.',
    input: z.strictObject({
      candidates: z.array(inputs.candidate).min(2).max(64),
      from: inputs.from,
    }),
    run: async ({ candidates, from }) => {
      const diffs = new Map(candidates.map((alias) => [alias, candidate(alias).material.diff]));
      const lines = compared(diffs);
      if (lines.length === 0) return { parts: ['none of them changes anything'] };
      const parts = await paged(lines.slice(from - 1), {
        from,
        total: lines.length,
        again: (next) => `compare_patches with the same candidates and from=${next}`,
      });
      return { parts };
    },
  });

interface Change {
  readonly line: string;
  readonly at: number;
  readonly owners: string[];
}

function compared(diffs: ReadonlyMap<string, readonly FileDiff[]>): string[] {
  const paths = [...new Set([...diffs.values()].flatMap((files) => files.map(({ path }) => path)))].sort();
  const all = diffs.size;
  return paths.flatMap((path) => {
    const owners: string[] = [];
    const changes = new Map<string, Change>();
    for (const [alias, files] of diffs) {
      const file = files.find((one) => one.path === path);
      if (file === undefined) continue;
      owners.push(alias);
      for (const hunk of file.hunks) noteHunk(changes, alias, hunk);
    }
    const ordered = [...changes.values()].sort((a, b) => a.at - b.at);
    return [
      `=== ${renderMessageLine(path)}: ${namesOf(owners, all)}`,
      ...ordered.map((change) => `  ${namesOf(change.owners, all)}: ${change.line}`),
    ];
  });
}

const namesOf = (owners: readonly string[], all: number): string =>
  owners.length === all ? 'all' : owners.join(', ');

/** A change is a run of deleted and added lines; context around it does not make it another one. */
function noteHunk(changes: Map<string, Change>, alias: string, { lines }: Hunk): void {
  let run: Hunk['lines'][number][] = [];
  const close = (): void => {
    const [first] = run;
    if (first === undefined) return;
    const key = run.map(({ type, text }) => `${type} ${text}`).join('\n');
    const known = changes.get(key);
    if (known !== undefined) {
      if (!known.owners.includes(alias)) known.owners.push(alias);
    } else {
      const at = first.old ?? first.new ?? 0;
      const added = run.filter(({ type }) => type === 'added').length;
      const sign = first.type === 'added' ? '+' : '-';
      const line = `near line ${at}, +${added} -${run.length - added}: ${sign}${clip(first.text, 160)}`;
      changes.set(key, { line, at, owners: [alias] });
    }
    run = [];
  };
  for (const line of lines) {
    if (line.type === 'context') close();
    else run.push(line);
  }
  close();
}
