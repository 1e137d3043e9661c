/** Runs the detectors so that no candidate can break them for its peers: one whose content does is reduced to its diff. */
import type { OpenGroup } from '../../sandbox/open-group.js';
import type { CodeParser } from '../../src/code/syntax.js';
import { type Detected, runDetectors } from '../../src/detect/run.js';
import { reducedToDiff } from '../../src/judge/reduce.js';
import type { GroupMaterial } from '../../src/material.js';
import { REDUCED } from '../../src/summary/policies.js';

export type Detect = (material: GroupMaterial) => Promise<Detected>;

export interface DetectedGroup {
  /** What the judge may read: without what broke the detectors. */
  readonly opened: OpenGroup;
  readonly detected: Detected;
  readonly warnings: readonly string[];
}

export const detectors =
  (parser: CodeParser, signal: AbortSignal): Detect =>
  (material) =>
    runDetectors(material, parser, { signal });

/** @throws what the detectors throw where no single candidate is the cause, or `signal` is aborted */
export async function detectFairly(
  opened: OpenGroup,
  detect: Detect,
  signal: AbortSignal,
): Promise<DetectedGroup> {
  try {
    return { opened, detected: await detect(opened.material), warnings: [] };
  } catch (error) {
    for (const { id, events, testLog } of opened.material.candidates) {
      if (signal.aborted) break;
      if (events === null && testLog === null) continue;
      const material = reducedToDiff(opened.material, new Set([id]));
      const detected = await detect(material).catch(() => null);
      if (detected === null) continue;
      const why = error instanceof Error ? error.message : String(error);
      const warning = `${REDUCED}${id}: the detectors broke over what it did, said or printed (${why})`;
      return { opened: { ...opened, material }, detected, warnings: [warning] };
    }
    throw error;
  }
}
