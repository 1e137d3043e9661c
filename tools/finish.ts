/** `finish`: ends the investigation, once every lead is answered and every passing candidate was looked at. */
import { z } from 'zod';
import type { Ledger } from '../src/judge/ledger.js';
import * as inputs from './inputs.js';
import { defineTool, type JudgeTool } from './tool.js';

export const finish = (ledger: Pick<Ledger, 'finish'>): JudgeTool =>
  defineTool({
    name: 'finish',
    description:
      'Ends the investigation. nothing_found names the passing candidates that you examined without anything worth recording. Refused while leads are open or a passing candidate is neither in a finding nor in nothing_found.',
    input: z.strictObject({ nothing_found: z.array(inputs.candidate).max(256).default([]) }),
    run: ({ nothing_found }) => {
      const todo = ledger.finish(nothing_found);
      if (todo.length === 0) return { parts: ['the investigation is over'] };
      return { parts: ['not finished yet:', ...todo.slice(0, 40)], is_error: true };
    },
  });
