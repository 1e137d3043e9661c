/** Outcomes of groups that no judge scored: not asked at all, or failed before it could be. */
import type { FoldSettings } from '../../src/fold/settings.js';
import { type JudgeFailure, type JudgeOutcome, NO_USAGE } from '../../src/judge/outcome.js';
import type { Lead } from '../../src/records/citation.js';
import type { Judge } from './judge.js';

export function unasked(
  { kind }: Pick<Judge, 'kind'>,
  { rubric, profile }: FoldSettings,
  leads: readonly Lead[],
): JudgeOutcome {
  return {
    identity: {
      kind,
      provider: null,
      model: null,
      protocol: 'none',
      prompt_digest: null,
      rubric_digest: rubric.digest,
      profile_digest: profile.digest,
      seed: '',
      alias_map: {},
    },
    findings: [],
    leads,
    integrity: new Map(),
    tamperReports: new Map(),
    reruns: new Map(),
    investigation: { status: 'complete', reason: null },
    usage: NO_USAGE,
    seconds: { investigate: 0, score: 0 },
    warnings: [],
    passes: [],
    failure: null,
  };
}

export const failed = (
  judge: Pick<Judge, 'kind'>,
  settings: FoldSettings,
  failure: JudgeFailure,
  leads: readonly Lead[] = [],
): JudgeOutcome => ({
  ...unasked(judge, settings, leads),
  failure,
});
