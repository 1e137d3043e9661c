/** `show_patch`: the diff of one candidate against the base, with the line numbers that citations need. */
import { z } from 'zod';
import type { Case } from '../src/judge/case.js';
import { renderMessageLine } from '../src/text/render.js';
import { diffLines } from './diff-lines.js';
import * as inputs from './inputs.js';
import { paged } from './paging.js';
import { defineTool, type JudgeTool } from './tool.js';

export const showPatch = ({ candidate }: Pick<Case, 'candidate'>): JudgeTool =>
  defineTool({
    name: 'show_patch',
    description:
      "A candidate's diff against the base, whole or of one file; each line has its old and its new line number in front.",
    input: z.strictObject({
      candidate: inputs.candidate,
      path: inputs.path.optional(),
      from: inputs.from,
    }),
    run: async ({ candidate: alias, path, from }) => {
      const { diff, patch } = candidate(alias).material;
      if (patch.state !== 'applied') return { parts: [`the patch of ${alias} is ${patch.state}`] };
      const files = diff.filter((file) => path === undefined || file.path === path || file.oldPath === path);
      if (files.length === 0) {
        const touched = diff.slice(0, 40).map((file) => renderMessageLine(file.path));
        const why = `the patch of ${alias} does not touch this path; it touches:`;
        return { parts: [why, { data: touched.join('\n') }], is_error: true };
      }
      const lines = diffLines(files);
      const where = path === undefined ? '' : ` path=${renderMessageLine(path)}`;
      const parts = await paged(lines.slice(from - 1), {
        from,
        total: lines.length,
        again: (next) => `show_patch with candidate=${alias}${where} from=${next}`,
      });
      return { parts };
    },
  });
