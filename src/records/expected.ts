/** `expected.json` of a fixture: relations that a result must show, and which of them only a model can be asked to meet. */
import { z } from 'zod';
import { TIERS } from '../vocabulary.js';
import { Citation } from './citation.js';
import { Id } from './values.js';

const kinds = Citation.options.map((option) => option.shape.kind.value);

const RELATIONS = [
  z.strictObject({ above: z.tuple([Id, Id]) }),
  z.strictObject({ ties: z.array(Id).min(2) }),
  z.strictObject({
    tier: z.strictObject({
      id: Id,
      is: z.enum(TIERS),
      /** A finding about the candidate must cite this place. */
      because: z.strictObject({ path: z.string(), line: z.int().min(1) }).optional(),
    }),
  }),
  z.strictObject({ zeroed: Id }),
  z.strictObject({ clean: Id }),
  z.strictObject({ masked: Id }),
  z.strictObject({ cites: z.strictObject({ id: Id, kind: z.enum(kinds), contains: z.string().min(1) }) }),
] as const;

const names = RELATIONS.flatMap(({ shape }) => Object.keys(shape));

export const Relation = z.union(RELATIONS, {
  error: `expected one key, the name of a relation: ${names.join(', ')}`,
});
export type Relation = z.infer<typeof Relation>;

export const Expected = z
  .strictObject({
    relations: z.array(Relation).min(1),
    /** Indices of relations that the static judge is not asked to meet. */
    needs_model: z.array(z.int().min(0)).default([]),
  })
  .refine(({ relations, needs_model }) => needs_model.every((index) => index < relations.length), {
    path: ['needs_model'],
    error: 'holds an index beyond the last relation',
  });
export type Expected = z.infer<typeof Expected>;
