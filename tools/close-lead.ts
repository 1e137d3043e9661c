/** `close_lead`: the judge's answer to a question that a detector asked. */
import { z } from 'zod';
import type { Ledger } from '../src/judge/ledger.js';
import { defineTool, type JudgeTool } from './tool.js';

export const closeLead = ({ close }: Pick<Ledger, 'close'>): JudgeTool =>
  defineTool({
    name: 'close_lead',
    description:
      'Answers a lead: confirmed (with the negative finding that shows it), explained (it is harmless: say why), or left_suspicious (it can neither be shown nor explained).',
    input: z.strictObject({
      lead: z.string().min(1).max(20),
      status: z.enum(['confirmed', 'explained', 'left_suspicious']),
      reason: z.string().trim().min(8).max(600),
      finding_ids: z.array(z.string().max(20)).max(20).default([]),
    }),
    run: (answer) => {
      const entry = close(answer);
      if ('id' in entry) return { parts: [`${entry.id} is ${answer.status}`] };
      return { parts: ['not closed:', ...entry.problems], is_error: true };
    },
  });
