/**
 * Measures what scoring passes buy: pairwise and top-1 accuracy per number of calls, the adaptive scheme beside the curve
 * of fixed repetition, on a judge whose noise makes one pass right about a pair three times out of four.
 * Run: npx tsx bench/consensus.ts [groups]
 */

import { scorePasses } from '../harness/judge/score.js';
import { scorePass } from '../harness/judge/score-pass.js';
import type { ScoreOptions } from '../harness/judge/scoring-port.js';
import { simulated } from '../harness/providers/simulated.js';
import { loadRubric } from '../harness/rubrics.js';
import { consensus } from '../src/arithmetic/consensus.js';
import { dice } from '../src/judge/alias.js';
import type { ScoringInput } from '../src/judge/scoring.js';
import type { Finding } from '../src/records/citation.js';
import type { ScoringPass } from '../src/records/result.js';
import { weightsOf } from '../src/records/rubric.js';
import { DIMENSIONS, type Dimension } from '../src/vocabulary.js';

const GROUPS = Number(process.argv[2] ?? 200);
const SIZE = 4;
const FIXED = [1, 2, 3, 4, 6, 8, 10];
const NOISE = Number(process.argv[3] ?? 1);
const POSITION = 0.4;
const IDS = Array.from({ length: SIZE }, (_, at) => `c${at}`);
const RUBRIC = loadRubric().value;
const WEIGHTS = weightsOf(RUBRIC);
const never = new AbortController().signal;

const FINDINGS = IDS.flatMap((candidate) =>
  DIMENSIONS.flatMap((about) =>
    (['positive', 'negative'] as const).map(
      (polarity): Finding => ({
        id: `${candidate}${polarity}${about}`,
        candidate,
        about,
        polarity,
        claim: `mark ${candidate};`,
        citations: [],
        source: 'judge',
      }),
    ),
  ),
);
const INPUT: ScoringInput = { statement: 'x', candidates: IDS, findings: FINDINGS, rubric: RUBRIC };
const LEDGER = new Map(FINDINGS.map((finding) => [finding.id, finding]));

type Truth = readonly Record<Dimension, number>[];

/** Whole true scores: a level of the candidate, and for some dimensions one point off it. */
function truthOf(seed: string): Truth {
  const roll = dice(`${seed} truth`);
  return IDS.map(() => {
    const level = [2, 3, 4, 4, 5][roll(5)]!;
    const scores = DIMENSIONS.map((name) => [
      name,
      Math.min(5, Math.max(1, level + [-1, 0, 0, 1][roll(4)]!)),
    ]);
    return Object.fromEntries(scores) as Record<Dimension, number>;
  });
}

/** What the same rules make of the truth itself. */
const passOf = (truth: Truth): ScoringPass => ({
  aliases: {},
  order: IDS,
  scores: Object.fromEntries(IDS.map((id, at) => [id, truth[at]!])),
  flags: {},
  comparisons: [],
});

function ranksOf(passes: readonly ScoringPass[]): number[] {
  const contenders = IDS.map((id) => ({ id, tree: id }));
  const agreed = consensus(contenders, passes, LEDGER, WEIGHTS);
  if ('problems' in agreed) throw new Error(agreed.problems[0]?.problem);
  return agreed.standings.map(({ rank }) => rank);
}

interface Accuracy {
  readonly pairs: number;
  readonly first: number;
}

/** Share of the pairs that truth separates in the right order, and of right first ones; a tie counts as a guess. */
function accuracyOf(passes: readonly ScoringPass[], truth: Truth): Accuracy {
  const [rank, gold] = [ranksOf(passes), ranksOf([passOf(truth)])];
  const pairs = IDS.flatMap((_, a) =>
    IDS.flatMap((_, b) => {
      if (gold[a]! >= gold[b]!) return [];
      return rank[a] === rank[b] ? [0.5] : [rank[a]! < rank[b]! ? 1 : 0];
    }),
  );
  const firsts = IDS.flatMap((_, at) => (rank[at] === 1 ? [gold[at] === 1 ? 1 : 0] : []));
  return { pairs: pairs.length === 0 ? 1 : mean(pairs), first: mean(firsts) };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function optionsFor(seed: string, truth: Truth): { options: ScoreOptions; calls: () => number } {
  let calls = 0;
  const provider = simulated({
    schema: 'gagar.simulated/1',
    seed,
    noise: NOISE,
    position_bias: POSITION,
    length_bias: 0,
    candidates: IDS.map((id, at) => ({ mark: `mark ${id};`, quality: truth[at]!, length: 0 })),
  });
  const options: ScoreOptions = {
    provider,
    reader: 'model',
    seed,
    recorder: {
      turn: async (step) => ({ seq: 1, ...step }),
      tool: async (step) => ({ seq: 1, ...step }),
    },
    budget: {
      spent: () => null,
      left: () => ({ name: 'turns', share: 1 }),
      spend: () => {
        calls += 1;
      },
      limits: () => ({ deadline: Date.now() + 60_000, signal: never }),
    },
    signal: never,
  };
  return { options, calls: () => calls };
}

async function fixedPasses(seed: string, truth: Truth): Promise<ScoringPass[]> {
  const { options } = optionsFor(seed, truth);
  const passes: ScoringPass[] = [];
  for (let pass = 1; pass <= Math.max(...FIXED); pass++) {
    const end = await scorePass(INPUT, { ...options, place: { seed, pass, attempt: 1 }, onUsage: () => {} });
    if (!('pass' in end)) throw new Error(JSON.stringify(end));
    passes.push(end.pass);
  }
  return passes;
}

const fixed = new Map<number, Accuracy[]>(FIXED.map((count) => [count, []]));
const adaptive: (Accuracy & { calls: number })[] = [];
for (let group = 0; group < GROUPS; group++) {
  const seed = `group ${group}`;
  const truth = truthOf(seed);
  const passes = await fixedPasses(seed, truth);
  for (const [count, all] of fixed) all.push(accuracyOf(passes.slice(0, count), truth));
  const { options, calls } = optionsFor(seed, truth);
  const scored = await scorePasses(INPUT, options);
  adaptive.push({ ...accuracyOf(scored.passes, truth), calls: calls() });
}
const row = (name: string, calls: number, all: readonly Accuracy[]): string =>
  `${name.padEnd(10)} ${calls.toFixed(2).padStart(5)} calls  pairs ${mean(all.map(({ pairs }) => pairs)).toFixed(3)}  first ${mean(all.map(({ first }) => first)).toFixed(3)}`;
for (const [count, all] of fixed) process.stdout.write(`${row('fixed', count, all)}\n`);
process.stdout.write(`${row('adaptive', mean(adaptive.map(({ calls }) => calls)), adaptive)}\n`);
