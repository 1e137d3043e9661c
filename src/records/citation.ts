/** Citations: the place in the material where a claim can be checked, and the finding and lead that carry them. */
import { z } from 'zod';
import { ABOUT, FINDING_SOURCES, LEAD_STATUSES, POLARITIES } from '../vocabulary.js';

/** 1-based, inclusive. */
export const LineRange = z
  .tuple([z.int().min(1), z.int().min(1)])
  .refine(([from, to]) => from <= to, 'lines run from the smaller to the larger number');
export type LineRange = z.infer<typeof LineRange>;

export const MAX_QUOTE = 400;
const quote = z.string().min(1).max(MAX_QUOTE);
const candidate = z.string().min(1).max(200);
const path = z.string().min(1);

export const Citation = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('patch'),
      candidate,
      path,
      side: z.enum(['old', 'new']),
      lines: LineRange,
      quote,
    }),
    z.strictObject({ kind: z.literal('file'), tree: candidate, path, lines: LineRange, quote }),
    z.strictObject({
      kind: z.literal('event'),
      candidate,
      event: z.string().min(1),
      part: z.enum(['input', 'output']),
      quote,
    }),
    z.strictObject({ kind: z.literal('test_log'), candidate, lines: LineRange, quote }),
    z.strictObject({
      kind: z.literal('check'),
      check_id: z.string().min(1),
      stream: z.enum(['stdout', 'stderr', 'report']),
      quote,
    }),
    z.strictObject({ kind: z.literal('task'), quote }),
  ])
  .meta({ id: 'Citation', description: 'A place in the material where a claim can be checked.' });
export type Citation = z.infer<typeof Citation>;
export type CitationOf<K extends Citation['kind']> = Extract<Citation, { kind: K }>;

export const Finding = z.strictObject({
  id: z.string(),
  candidate,
  about: z.enum(ABOUT),
  polarity: z.enum(POLARITIES),
  claim: z.string().min(1),
  citations: z.array(Citation),
  source: z.enum(FINDING_SOURCES),
});
export type Finding = z.infer<typeof Finding>;

export const Lead = z.strictObject({
  id: z.string(),
  /** Name of the detector, e.g. `swallowed_error`. */
  detector: z.string(),
  candidate,
  claim: z.string().min(1),
  citations: z.array(Citation),
  status: z.enum(LEAD_STATUSES),
  reason: z.string(),
  finding_ids: z.array(z.string()),
});
export type Lead = z.infer<typeof Lead>;
