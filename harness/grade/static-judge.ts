/** The static judge behind the judge port: detectors and measures alone, no model, no network. */
import { NO_USAGE } from '../../src/judge/outcome.js';
import { staticJudge } from '../../src/judge/static.js';
import { STATIC_PROTOCOL } from '../../src/judge/static-table.js';
import type { Judge } from './judge.js';

export const staticJudgeAdapter: Judge = {
  kind: 'static',
  judge: async ({ opened, detected, reruns, passes, settings }) => {
    const started = performance.now();
    const verdict = staticJudge({ material: opened.material, ...detected, reruns, passes });
    return {
      identity: {
        kind: 'static',
        provider: null,
        model: null,
        protocol: STATIC_PROTOCOL,
        prompt_digest: null,
        rubric_digest: settings.rubric.digest,
        profile_digest: settings.profile.digest,
        seed: '',
        alias_map: Object.fromEntries(passes.map((id) => [id, id])),
      },
      findings: verdict.findings,
      leads: verdict.leads,
      integrity: verdict.integrity,
      tamperReports: new Map(),
      reruns: new Map(),
      investigation: { status: 'complete', reason: null },
      usage: NO_USAGE,
      seconds: { investigate: 0, score: (performance.now() - started) / 1000 },
      warnings: [],
      passes: [verdict.pass],
      failure: null,
    };
  },
};
