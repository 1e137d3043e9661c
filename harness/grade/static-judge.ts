/** The static judge behind the judge port: detectors and measures alone, no model, no network. */
import { provenAlone } from '../../src/integrity/proven.js';
import { integrityKey } from '../../src/integrity/verify.js';
import { staticJudge } from '../../src/judge/static.js';
import { STATIC_PROTOCOL } from '../../src/judge/static-table.js';
import type { Judge } from './judge.js';
import { unasked } from './outcomes.js';

export const staticJudgeAdapter: Judge = {
  kind: 'static',
  judge: async ({ opened, detected, reruns, passes, settings }) => {
    const started = performance.now();
    const { material } = opened;
    const verdict = staticJudge({ material, ...detected, reruns, passes });
    const verify = integrityKey({ material, leads: detected.leads, reruns });
    const warnings = await provenAlone(verdict.findings, verify);
    const nothing = unasked(staticJudgeAdapter, settings, verdict.leads);
    return {
      ...nothing,
      identity: {
        ...nothing.identity,
        protocol: STATIC_PROTOCOL,
        alias_map: Object.fromEntries(passes.map((id) => [id, id])),
      },
      findings: verdict.findings,
      integrity: verdict.integrity,
      warnings: [...nothing.warnings, ...warnings],
      seconds: { investigate: 0, score: (performance.now() - started) / 1000 },
      passes: [verdict.pass],
    };
  },
};
