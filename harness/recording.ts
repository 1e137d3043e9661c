/** The recording of a run, `gagar.recording/1`: a head line, then one line per model turn and tool answer, only ever appended. */
import { z } from 'zod';
import { Lead } from '../src/records/citation.js';
import { JudgeIdentity } from '../src/records/result.js';
import { JsonObject, Turn } from './providers/turn.js';

export const RECORDING_SCHEMA = 'gagar.recording/1';

const PHASES = ['investigate', 'score', 'assess'] as const;
export type Phase = (typeof PHASES)[number];

export const RecordingHead = z.strictObject({
  schema: z.literal(RECORDING_SCHEMA),
  /** The path of the group as it was given. */
  group: z.string(),
  input_digest: z.string(),
  judge: JudgeIdentity,
  config: JsonObject,
  /** Alias of the investigation to candidate id. */
  aliases: z.record(z.string(), z.string()),
  /** What the detectors of that day asked, by candidate id: the answers name these leads, whatever detectors find by now. */
  leads: z.array(Lead).readonly().optional(),
});
export type RecordingHead = z.infer<typeof RecordingHead>;

const step = {
  /** Counts from 1 without gaps. */
  seq: z.int().positive(),
  phase: z.enum(PHASES),
  /** Number of the scoring pass, or of the rollout that is assessed. */
  pass: z.int().nonnegative().optional(),
};

export const TurnStep = z.strictObject({ ...step, request_digest: z.string(), turn: Turn });
export type TurnStep = z.infer<typeof TurnStep>;

export const ToolStep = z.strictObject({
  ...step,
  call_id: z.string(),
  tool: z.string(),
  /** null where the model wrote no JSON object. */
  arguments: JsonObject.nullable(),
  /** What the model was told; a tool may keep more than that for folding. */
  result: z.looseObject({
    text: z.string(),
    is_error: z.boolean(),
    /** The process ended before the tool answered, and nothing came of the call. */
    interrupted: z.literal(true).optional(),
  }),
  /** The check that this answer recorded, for citations. */
  check: JsonObject.optional(),
});
export type ToolStep = z.infer<typeof ToolStep>;

export type RecordingStep = TurnStep | ToolStep;
export const isTurnStep = (one: RecordingStep): one is TurnStep => 'turn' in one;

/** Of one step; the fields decide which kind it is, so that a wrong field is named and not a failed union. */
export const stepSchema = (value: unknown): z.ZodType<RecordingStep> =>
  typeof value === 'object' && value !== null && 'turn' in value ? TurnStep : ToolStep;
