/** Loads the rules of the segment penalty: one shipped file per harness, each of which a user's own file replaces. */
import { readdirSync } from 'node:fs';
import { SegmentRules } from '../src/records/segment-rules.js';
import type { ShapeConfig } from '../src/records/shape-config.js';
import type { TrajectoryFormat } from '../src/vocabulary.js';
import { assetPath } from './assets.js';
import { readData } from './data-file.js';

export type RulesByHarness = ReadonlyMap<TrajectoryFormat, SegmentRules>;

/**
 * Nothing where the penalty is off.
 * @throws Fault input naming the file and what is wrong in it
 */
export function segmentRulesFor(
  { segment_penalty }: ShapeConfig,
  own: readonly string[] = [],
): RulesByHarness | undefined {
  if (segment_penalty === null) return undefined;
  const shipped = readdirSync(assetPath('rubrics', 'segments'))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => assetPath('rubrics', 'segments', name));
  const all = [...shipped, ...own].map((path) => readData(SegmentRules, path));
  return new Map(all.map((rules) => [rules.harness, rules]));
}
