/** `read_task`: what was asked for, and what else the policy was given. */
import { z } from 'zod';
import type { FileDiff } from '../src/diff/model.js';
import type { GroupMaterial } from '../src/material.js';
import { pageText } from '../src/text/page.js';
import { renderText } from '../src/text/render.js';
import { diffLines } from './diff-lines.js';
import { PAGE_BYTES } from './paging.js';
import { defineTool, type JudgeTool } from './tool.js';

export interface TaskSlice extends Pick<GroupMaterial, 'statement' | 'hints'> {
  /** null where the configuration does not show it. */
  readonly reference: readonly FileDiff[] | null;
}

export const readTask = ({ statement, hints, reference }: TaskSlice): JudgeTool =>
  defineTool({
    name: 'read_task',
    description: `The task statement${hints.length > 0 ? ' and hints' : ''}, as the candidates got ${hints.length > 0 ? 'them' : 'it'}.${
      reference === null
        ? ''
        : ' Part `reference` is one known solution: it helps to understand the task; being like it, or unlike it, is no reason for any finding.'
    }`,
    input: z.strictObject({
      part: z.enum(['statement', 'hints', 'reference']).default('statement'),
      offset: z.int().min(0).default(0).describe('Character to start from.'),
    }),
    run: ({ part, offset }) => {
      const text = textOf(part, { statement, hints, reference });
      if (text === '') return { parts: [`this task has no ${part}`] };
      const again = (next: number): string => `read_task with part=${part} offset=${next}`;
      const { text: shown, next } = pageText(text, { maxBytes: PAGE_BYTES, offset, again });
      if (next === null) return { parts: [{ data: shown }] };
      const at = shown.lastIndexOf('\n');
      return { parts: [{ data: shown.slice(0, at) }, shown.slice(at + 1)] };
    },
  });

function textOf(
  part: 'statement' | 'hints' | 'reference',
  { statement, hints, reference }: TaskSlice,
): string {
  if (part === 'statement') return renderText(statement);
  if (part === 'hints') return renderText(hints.join('\n\n'));
  return diffLines(reference ?? []).join('\n');
}
