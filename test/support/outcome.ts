/** Facts and outcomes for tests of the fold, with everything that a test does not care about filled in. */

import { foldSettings } from '../../harness/grade/settings.js';
import { type BuiltPatch, factsOf, type GroupFacts } from '../../src/fold/facts.js';
import type { FoldSettings } from '../../src/fold/settings.js';
import { type JudgeOutcome, NO_USAGE } from '../../src/judge/outcome.js';
import { Group } from '../../src/records/group.js';
import type { ScoringPass } from '../../src/records/result.js';
import { DEFAULT_SHAPE } from '../../src/records/shape-config.js';
import { DIMENSIONS } from '../../src/vocabulary.js';

export interface RolloutSpec {
  readonly id: string;
  readonly passed: boolean;
  readonly reward?: number;
  readonly tokens?: number;
  readonly validity?: { status: 'valid' | 'infra'; reason?: string };
  /** Name of the tree; null for a patch without one. Default: the id. */
  readonly tree?: string | null;
}

export function facts(rollouts: readonly RolloutSpec[], more: Record<string, unknown> = {}): GroupFacts {
  const group = Group.parse({
    schema: 'gagar.group/1',
    group_id: 'g',
    task: { statement: 'fix it', tree: 'x' },
    rollouts: rollouts.map(({ tree: _, ...rollout }) => ({ patch: '', ...rollout })),
    ...more,
  });
  const built = new Map<string, BuiltPatch>(
    rollouts.map(({ id, tree = id }) => [
      id,
      { report: { state: tree === null ? 'failed' : 'applied', files: [], notes: [] }, tree },
    ]),
  );
  return factsOf(group, 'd'.repeat(64), built);
}

/** A pass that gives each candidate the same score in all dimensions. */
export const passOf = (scores: Record<string, number>): ScoringPass => ({
  aliases: {},
  order: Object.keys(scores),
  scores: Object.fromEntries(
    Object.entries(scores).map(([id, score]) => [
      id,
      Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, score])) as ScoringPass['scores'][string],
    ]),
  ),
  flags: {},
  comparisons: [],
});

export const outcomeOf = (more: Partial<JudgeOutcome> = {}): JudgeOutcome => ({
  identity: {
    kind: 'scripted',
    provider: null,
    model: null,
    protocol: 'test/1',
    prompt_digest: null,
    rubric_digest: '',
    profile_digest: '',
    seed: '',
    alias_map: {},
  },
  findings: [],
  leads: [],
  integrity: new Map(),
  tamperReports: new Map(),
  reruns: new Map(),
  investigation: { status: 'complete', reason: null },
  usage: NO_USAGE,
  seconds: { investigate: 0, score: 0 },
  warnings: [],
  passes: [],
  failure: null,
  ...more,
});

export const settings = (): FoldSettings => foldSettings({ shape: DEFAULT_SHAPE });
export const timing = { queued_s: 0, workspace_s: 0, investigate_s: 0, score_s: 0, total_s: 0 };
