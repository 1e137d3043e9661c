/** Scoring: mirrored pairs of passes over the ledger, a second pair only where the first disagrees with itself. */
import { disagreement } from '../../src/judge/agreement.js';
import { type JudgeFailure, NO_USAGE } from '../../src/judge/outcome.js';
import type { ScoringInput } from '../../src/judge/scoring.js';
import type { ScoringPass, Usage } from '../../src/records/result.js';
import { weightsOf } from '../../src/records/rubric.js';
import { type PassEnd, scorePass } from './score-pass.js';
import type { Scored, ScoreOptions } from './scoring-port.js';
import { addUsage } from './usage.js';

/** A pass is asked again once where it failed. */
const ATTEMPTS = 2;

type PairEnd = { readonly passes: readonly ScoringPass[] } | { readonly failure: JudgeFailure };

/**
 * Only whole pairs count: a linear preference for a place in the list cancels in them, and in nothing else.
 * A second pair that cannot be had leaves the first one standing, with a warning.
 * @throws Fault environment where every further request would end the same way.
 */
export async function scorePasses(input: ScoringInput, options: ScoreOptions): Promise<Scored> {
  let usage: Usage = NO_USAGE;
  const pair = (first: number): Promise<PairEnd> =>
    scorePair(input, first, options, (used) => {
      usage = addUsage(usage, used);
    });
  const first = await pair(1);
  if ('failure' in first) return { passes: [], failure: first.failure, usage, warnings: [] };
  const ledger = new Map(input.findings.map((finding) => [finding.id, finding]));
  const why = disagreement(input.candidates, first.passes, ledger, weightsOf(input.rubric));
  if (why === null) return { passes: first.passes, failure: null, usage, warnings: [] };
  const second = await pair(3);
  if ('passes' in second)
    return { passes: [...first.passes, ...second.passes], failure: null, usage, warnings: [] };
  if (second.failure.reason === 'cancelled')
    return { passes: [], failure: second.failure, usage, warnings: [] };
  const warning = `second_pair_missing: the passes disagree (${why}) and were not repeated: ${second.failure.detail}`;
  return { passes: first.passes, failure: null, usage, warnings: [warning] };
}

async function scorePair(
  input: ScoringInput,
  first: number,
  options: ScoreOptions,
  onUsage: (usage: Usage) => void,
): Promise<PairEnd> {
  const passes: ScoringPass[] = [];
  for (const pass of [first, first + 1]) {
    const end = await insist(input, pass, options, onUsage);
    if ('failure' in end) return end;
    if ('problem' in end) {
      const detail = `pass ${pass} failed ${ATTEMPTS} times, the last time: ${end.problem}`;
      return { failure: { reason: 'incomplete_verdict', stage: 'score', detail } };
    }
    passes.push(end.pass);
  }
  return { passes };
}

async function insist(
  input: ScoringInput,
  pass: number,
  options: ScoreOptions,
  onUsage: (usage: Usage) => void,
): Promise<PassEnd> {
  for (let attempt = 1; ; attempt++) {
    const place = { seed: options.seed, pass, attempt };
    const end = await scorePass(input, { ...options, place, onUsage });
    if (!('problem' in end) || attempt === ATTEMPTS) return end;
  }
}
