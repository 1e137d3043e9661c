/** What a run was set to, as the head of its recording keeps it: playing it again needs the same budgets and room. */
import { z } from 'zod';
import type { JsonObject } from '../providers/turn.js';
import type { ExamineOptions } from './examine.js';

const amount = z.number().positive();

const Stored = z.object({
  limits: z.object({
    turns: amount,
    input_tokens: amount,
    output_tokens: amount,
    usd: amount.nullable(),
    seconds: amount,
  }),
  context_tokens: amount,
  max_output_tokens: amount,
  show_reference: z.boolean(),
});
export type RunConfig = z.infer<typeof Stored>;

export const runConfig = ({
  limits,
  context_tokens,
  max_output_tokens,
  show_reference,
}: Pick<ExamineOptions, keyof RunConfig>): RunConfig => ({
  limits: { ...limits },
  context_tokens,
  max_output_tokens,
  show_reference,
});

/** Nothing of a head that holds it in another form. */
export function readRunConfig(config: JsonObject): Partial<RunConfig> {
  const stored = Stored.safeParse(config);
  return stored.success ? stored.data : {};
}
