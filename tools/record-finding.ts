/** `record_finding`: writes one verified claim into the ledger, or says exactly what does not hold. */
import { z } from 'zod';
import type { Ledger } from '../src/judge/ledger.js';
import { Citation, MIN_QUOTE } from '../src/records/citation.js';
import { ABOUT, POLARITIES } from '../src/vocabulary.js';
import * as inputs from './inputs.js';
import { defineTool, type JudgeTool } from './tool.js';

export const citations = z
  .array(Citation)
  .max(8)
  .describe(
    `Places where the claim can be seen; quotes are copied exactly as a tool showed them. A quote has at least ${MIN_QUOTE} characters that are no blanks, or is a whole line.`,
  );
export const claim = z.string().trim().min(8).max(600);

export const recordFinding = ({ record }: Pick<Ledger, 'record'>): JudgeTool =>
  defineTool({
    name: 'record_finding',
    description:
      'Records one finding about one candidate. Every citation is looked up at once; the answer is the finding id, or what does not resolve with the nearest place. Negative and positive findings need a citation that shows it in this very candidate. `about` is a scoring dimension, a flag, or a kind of integrity violation.',
    input: z.strictObject({
      candidate: inputs.candidate,
      about: z.enum(ABOUT),
      polarity: z.enum(POLARITIES),
      claim: claim.describe('One sentence that the citations show; without praise or blame.'),
      citations: citations.default([]),
    }),
    run: async (draft) => {
      const entry = await record(draft);
      if ('id' in entry) return { parts: [`recorded as ${entry.id}`] };
      return { parts: ['not recorded:', { data: entry.problems.join('\n') }], is_error: true };
    },
  });
