/** One line of a batch's results: a result, or why a group has none. */
import { z } from 'zod';
import { type Result, Source } from './result.js';

/** A line that cannot be read, or a group that cannot be graded; `line` counts from 1 where the input has lines. */
export const GroupFailure = z.strictObject({
  group_id: z.string().nullable(),
  attempt: z.int().nullable(),
  line: z.int().min(1).nullable(),
  stage: z.enum(['read', 'grade']),
  error: z.string(),
  source: Source,
});
export type GroupFailure = z.infer<typeof GroupFailure>;

export type BatchRecord = Result | GroupFailure;

export const isFailure = (record: BatchRecord): record is GroupFailure => 'error' in record;

/** What can stand once in a run: the trainer's key, or a place in the input where the key is not certain. */
export const groupSlot = (groupId: string, attempt: number | null): string =>
  JSON.stringify([groupId, attempt]);
export const placeSlot = (file: string, line: number | null): string => JSON.stringify(['place', file, line]);

export function slotOf(record: BatchRecord): string {
  if (isFailure(record) && record.stage === 'read') return placeSlot(record.source.file, record.source.line);
  return groupSlot(record.group_id ?? '', record.attempt);
}
