/** Runs the detectors on a group of the tests, with the real parser. */
import { openCodeParser } from '../../sandbox/code/parser.js';
import type { DetectorName } from '../../src/detect/list.js';
import { type Detected, runDetectors } from '../../src/detect/run.js';
import { type StaticVerdict, staticJudge } from '../../src/judge/static.js';
import type { Lead } from '../../src/records/citation.js';
import { type CandidateSpec, type Files, type GroupSpec, groupOf } from './detect-material.js';

export async function detect(spec: GroupSpec): Promise<Detected> {
  await using parser = await openCodeParser();
  return runDetectors(groupOf(spec), parser);
}

export async function judge(spec: GroupSpec): Promise<StaticVerdict & Detected> {
  const detected = await detect(spec);
  const passes = spec.candidates.filter(({ passed = true }) => passed).map(({ id }) => id);
  return { ...detected, ...staticJudge({ material: groupOf(spec), ...detected, passes }) };
}

export const leadsOf = ({ leads }: Detected, detector: DetectorName, candidate = 'a'): Lead[] =>
  leads.filter((lead) => lead.detector === detector && lead.candidate === candidate);

/** `shown`, `asked` or `silent`: what a detector says about candidate `a`. */
export function voice(detected: Detected, detector: DetectorName): 'shown' | 'asked' | 'silent' {
  const leads = leadsOf(detected, detector);
  if (leads.length === 0) return 'silent';
  return leads.some(({ id }) => detected.shown.has(id)) ? 'shown' : 'asked';
}

/** A row of a detector's table: one file before and after, and what the detector says. */
export interface PatchRow {
  readonly title: string;
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly says: 'shown' | 'asked' | 'silent';
  readonly statement?: string;
  /** What another passing candidate makes of the same file. */
  readonly peer?: string;
  readonly more?: Partial<GroupSpec>;
}

export async function sayOn(detector: DetectorName, row: PatchRow): Promise<'shown' | 'asked' | 'silent'> {
  const base: Files = { [row.path]: row.before, ...row.more?.base };
  const peers: CandidateSpec[] = row.peer === undefined ? [] : [{ id: 'b', files: { [row.path]: row.peer } }];
  const statement = row.statement ?? 'It computes the wrong value.';
  const detected = await detect({
    ...row.more,
    base,
    statement,
    candidates: [{ id: 'a', files: { [row.path]: row.after } }, ...peers, ...(row.more?.candidates ?? [])],
  });
  return voice(detected, detector);
}
