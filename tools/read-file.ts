/** `read_file`: lines of a file, or the names in a folder, of the base or of a candidate's tree. */
import { z } from 'zod';
import { Fault } from '../src/fault.js';
import type { Case } from '../src/judge/case.js';
import type { TreeReader } from '../src/material.js';
import { showBytes } from '../src/text/clip.js';
import { countLines, renderLines } from '../src/text/lines.js';
import { renderMessageLine, renderName } from '../src/text/render.js';
import * as inputs from './inputs.js';
import { numbered, PAGE_BYTES, paged } from './paging.js';
import { defineTool, type JudgeTool, type Part } from './tool.js';

export const readFile = ({ tree }: Pick<Case, 'tree'>): JudgeTool =>
  defineTool({
    name: 'read_file',
    description:
      'Numbered lines of a file of the base or of a candidate. With a folder as path (`.` is the top) the names in it.',
    input: z.strictObject({ tree: inputs.tree, path: inputs.path, from: inputs.from, to: inputs.to }),
    run: async ({ tree: name, path: given, from, to }) => {
      const reader = tree(name);
      const path = given.replace(/^(\.?\/)+|\/+$/g, '') || '.';
      const bytes = path === '.' ? null : await reader.read(path);
      const again = (next: number): string =>
        `read_file with tree=${name} path=${renderMessageLine(path)} from=${next}${to === undefined ? '' : ` to=${to}`}`;
      if (bytes === null) return { parts: await folder(reader, name, path, from, again) };
      const count = countLines(bytes);
      if (count === 0) return { parts: ['the file is empty'] };
      if (from > count) throw new Fault('input', `the file has ${count} lines`);
      const last = Math.min(to ?? count, count);
      // A page never shows more, so no more is cut out of the bytes.
      const lines = renderLines(bytes, from, last, 4 * PAGE_BYTES);
      return {
        parts: await paged(
          lines.map((line, index) => numbered(line, from + index)),
          { from, total: last, again },
        ),
      };
    },
  });

async function folder(
  reader: TreeReader,
  name: string,
  path: string,
  from: number,
  again: (from: number) => string,
): Promise<Part[]> {
  const top = path === '.' ? '' : `${path}/`;
  const below = (await reader.entries()).filter((entry) => entry.path.startsWith(top));
  if (below.length === 0) throw new Fault('input', `${name} has no such file or folder`);
  const names = new Map<string, string>();
  for (const entry of below) {
    const [first = '', ...rest] = entry.path.slice(top.length).split('/');
    const size = entry.size === null ? 'submodule' : showBytes(entry.size);
    names.set(first, rest.length > 0 ? `${renderName(first)}/` : `${renderName(first)} (${size})`);
  }
  const lines = [...names.values()];
  return paged(lines.slice(from - 1), { from, total: lines.length, unit: 'names', again });
}
