/** `assess`: answers one criterion of a task's rubric for the rollout at hand, or says exactly what does not hold. */
import { z } from 'zod';
import type { Readings } from '../src/grs/readings.js';
import { CRITERION_VERDICTS } from '../src/vocabulary.js';
import { citations } from './record-finding.js';
import { defineTool, type JudgeTool } from './tool.js';

export const assess = (readings: Pick<Readings, 'assess'>): JudgeTool =>
  defineTool({
    name: 'assess',
    description:
      'Answers one criterion: yes, partial (only where the criterion says what is half of it), no, or unassessed where the material that it needs does not exist. Every citation is looked up at once; yes, partial and no need one from this candidate. A later answer replaces an earlier one; when every criterion has one, the assessment is over.',
    input: z.strictObject({
      criterion: z.string().min(1).max(64),
      verdict: z.enum(CRITERION_VERDICTS),
      reason: z.string().trim().min(8).max(600).describe('One sentence that the citations show.'),
      citations: citations.default([]),
    }),
    run: async (draft) => {
      const entry = await readings.assess(draft);
      if ('problems' in entry)
        return { parts: ['not written:', { data: entry.problems.join('\n') }], is_error: true };
      const { left } = entry;
      return {
        parts: [left.length === 0 ? 'written; that was the last one' : `written; left: ${left.join(', ')}`],
      };
    },
  });
