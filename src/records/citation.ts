/** Citations: the place in the material where a claim can be checked, and the finding and lead that carry them. */
import { z } from 'zod';
import { ABOUT, FINDING_SOURCES, LEAD_STATUSES, POLARITIES } from '../vocabulary.js';
import { Id, ids } from './values.js';

/** 1-based, inclusive. */
export const LineRange = z
  .tuple([z.int().min(1), z.int().min(1)])
  .refine(([from, to]) => from <= to, 'lines run from the smaller to the larger number');
export type LineRange = z.infer<typeof LineRange>;

export const MAX_QUOTE = 400;
/** Characters that are no blanks, below which a quote must be a whole line. */
export const MIN_QUOTE = 12;
const quote = z.string().min(1).max(MAX_QUOTE).describe('The text that stands there, as a tool shows it.');
const candidate = Id.describe('Rollout id; in a call of a tool the alias.');
const path = z.string().min(1).describe('Path inside the repository.');
const kind = <K extends string>(word: K) => z.literal(word).describe('What kind of place it is.');
const numbered = (of: string) => LineRange.describe(`First and last line ${of}, from 1, both included.`);

export const Citation = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: kind('patch'),
      candidate,
      path,
      side: z.enum(['old', 'new']).describe('old: lines of the base; new: lines of the candidate.'),
      lines: numbered('of that side'),
      quote,
    }),
    z.strictObject({
      kind: kind('file'),
      tree: Id.describe('`base`, or whose tree: a rollout id, in a call of a tool the alias.'),
      path,
      lines: numbered('of the file'),
      quote,
    }),
    z.strictObject({
      kind: kind('event'),
      candidate,
      event: z.string().min(1).describe('Id of an event of its trajectory, such as e12.'),
      part: z.enum(['input', 'output']).describe('input: what was said or called; output: what came back.'),
      quote,
    }),
    z.strictObject({ kind: kind('test_log'), candidate, lines: numbered('of the log'), quote }),
    z.strictObject({
      kind: kind('check'),
      check_id: z.string().min(1).describe('Id that the check was recorded under, such as k3.'),
      stream: z
        .enum(['stdout', 'stderr', 'report'])
        .describe('What a check printed, or the report of a re-run.'),
      quote,
    }),
    z.strictObject({ kind: kind('task'), quote }),
  ])
  .meta({ id: 'Citation', description: 'A place in the material where a claim can be checked.' });
export type Citation = z.infer<typeof Citation>;
export type CitationOf<K extends Citation['kind']> = Extract<Citation, { kind: K }>;

const subject = candidate.describe('Rollout id of whom it is about.');
const claim = z.string().min(1);
const citations = z.array(Citation);

export const Finding = z.strictObject({
  id: z.string().describe('F and a number, from 1.'),
  candidate: subject,
  about: z.enum(ABOUT).describe('A scoring dimension, a flag, or a kind of integrity violation.'),
  polarity: z.enum(POLARITIES).describe('Whether it speaks for the rollout, against it, or neither.'),
  claim: claim.describe('What is so, in a sentence.'),
  citations: citations.describe(
    'Where it can be seen; those of a judge were checked against the bytes they quote.',
  ),
  source: z.enum(FINDING_SOURCES).describe('Who found it; detector is code alone.'),
});
export type Finding = z.infer<typeof Finding>;

export const Lead = z.strictObject({
  id: z.string().describe('L and a number, from 1.'),
  detector: z.string().describe('Name of the detector that asks, such as swallowed_error.'),
  candidate: subject,
  claim: claim.describe('What it saw and asks.'),
  citations: citations.describe('Where it saw it.'),
  status: z
    .enum(LEAD_STATUSES)
    .describe(
      'confirmed: a finding shows it; explained: it is harmless; left_suspicious: neither was shown; left_open: nobody answered.',
    ),
  reason: z.string().describe('Why; empty where nobody said.'),
  finding_ids: ids.describe('Findings that the answer stands on.'),
});
export type Lead = z.infer<typeof Lead>;
