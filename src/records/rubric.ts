/** The rubric of code quality as data: what is asked in each dimension, what the scores mean, and how they weigh. */
import { z } from 'zod';
import { DIMENSIONS, type Dimension } from '../vocabulary.js';

const text = z.string().trim().min(1);

const RubricDimension = z.strictObject({
  /** Percent. */
  weight: z.int().min(1).max(100),
  question: text,
  /** What has to be seen for these scores; 4 has one meaning for all dimensions. */
  anchors: z.strictObject({ 5: text, 3: text, 1: text }),
});

export const Rubric = z.strictObject({
  name: text,
  version: z.int().min(1),
  /** What a 4 means. */
  clean: text,
  dimensions: z.record(z.enum(DIMENSIONS), RubricDimension).superRefine((dimensions, context) => {
    const total = Object.values(dimensions).reduce((sum, { weight }) => sum + weight, 0);
    if (total !== 100)
      context.addIssue({
        code: 'custom',
        message: `the weights add up to ${total}; they are percent of 100`,
      });
  }),
});
export type Rubric = z.infer<typeof Rubric>;

/** Percent per dimension; together 100. */
export type Weights = Readonly<Record<Dimension, number>>;

export const weightsOf = ({ dimensions }: Rubric): Weights =>
  Object.fromEntries(DIMENSIONS.map((id) => [id, dimensions[id].weight])) as Record<Dimension, number>;
