/** A factor profile as data: how much of its advantage a pass keeps in each tier, and the cap of the redistribution. */
import { z } from 'zod';

const factor = z.number().gt(0).max(1);

export const Profile = z
  .strictObject({
    name: z.string().trim().min(1),
    version: z.int().min(1),
    /** null: no cap. */
    lambda_max: z.number().min(1).nullable(),
    /** The first tie group of the tier, and all others. */
    T1: z.strictObject({ first: factor, other: factor }),
    /** From the first tie group down to the last in equal steps. */
    T2: z.strictObject({ from: factor, to: factor }),
    T3: factor,
  })
  .superRefine(({ T1, T2, T3 }, context) => {
    const ladder = [T1.first, T1.other, T2.from, T2.to, T3];
    if (ladder.some((step, index) => step > (ladder[index - 1] ?? 1)))
      context.addIssue({
        code: 'custom',
        message: `the factors ${ladder.join(', ')} (T1 first, other, T2 from, to, T3) must not rise: a worse patch would earn more`,
      });
  });
export type Profile = z.infer<typeof Profile>;
