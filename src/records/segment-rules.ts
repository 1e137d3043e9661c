/** Rules of one harness for the segment penalty, as data: which tools there are, and which marks only a broken call leaves in prose. */
import { z } from 'zod';
import { TRAJECTORY_FORMATS } from '../vocabulary.js';

export const SegmentRules = z.strictObject({
  /** Trajectories of this format are read by these rules. */
  harness: z.enum(TRAJECTORY_FORMATS),
  version: z.int().min(1),
  /** Names of tools, `*` for any run of characters; null where every name is as good as another. */
  tools: z.array(z.string().min(1).max(100)).min(1).nullable(),
  /** Marks of a call. One that is left in what the assistant says, outside of quoted code, is a call that was not understood. */
  markup: z.array(z.string().min(3).max(100)),
});
export type SegmentRules = z.infer<typeof SegmentRules>;
