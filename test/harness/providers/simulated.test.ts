import { expect, test } from 'vitest';
import { SUBMIT_SCORES, scoringTask } from '../../../harness/judge/score-prompt.js';
import { userMessage } from '../../../harness/providers/messages.js';
import { Simulation as Schema, type Simulation, simulated } from '../../../harness/providers/simulated.js';
import { loadRubric } from '../../../harness/rubrics.js';
import { consensus } from '../../../src/arithmetic/consensus.js';
import { type Sheet, sheetOf } from '../../../src/judge/sheet.js';
import { readSubmission } from '../../../src/judge/submission.js';
import type { ScoringPass } from '../../../src/records/result.js';
import { weightsOf } from '../../../src/records/rubric.js';
import { DIMENSIONS, type Dimension } from '../../../src/vocabulary.js';
import { within } from '../../support/requests.js';
import { scoringInput, supported } from '../../support/scoring.js';

const IDS = ['r1', 'r2', 'r3', 'r4'];
const FINDINGS = IDS.flatMap(supported).map((finding) => ({
  ...finding,
  claim: `mark ${finding.id.slice(0, 2)};`,
}));
const INPUT = scoringInput(IDS, FINDINGS);
const LEDGER = new Map(FINDINGS.map((finding) => [finding.id, finding]));
const WEIGHTS = weightsOf(loadRubric().value);

type Truth = Readonly<Record<string, Partial<Record<Dimension, number>>>>;
const simulationOf = (truth: Truth, more: Partial<Simulation> = {}): Simulation =>
  Schema.parse({
    schema: 'gagar.simulated/1',
    candidates: IDS.map((id, at) => ({
      mark: `mark ${id};`,
      quality: Object.fromEntries(DIMENSIONS.map((name) => [name, truth[id]?.[name] ?? 4])),
      length: 100 * at,
    })),
    ...more,
  });

async function judge(simulation: Simulation, sheet: Sheet): Promise<ScoringPass> {
  const turn = await simulated(simulation).next(
    {
      system: '',
      tools: [SUBMIT_SCORES],
      force_tool: SUBMIT_SCORES.name,
      messages: [userMessage(scoringTask('x', sheet, 'model'))],
      max_output_tokens: 1000,
    },
    within(5000),
  );
  const reading = readSubmission(turn.calls[0]?.arguments, sheet);
  if (!('pass' in reading)) throw new Error(reading.problems.join('; '));
  return reading.pass;
}

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

const ordered = (sheet: Sheet, order: readonly string[]): Sheet => ({
  ...sheet,
  candidates: order.map((id) => sheet.candidates.find((one) => one.id === id)!),
});
const SHEETS = [1, 2].map((pass) => sheetOf(INPUT, { seed: 's', pass, attempt: 1 }));

async function tiersOf(simulation: Simulation, order: readonly string[]): Promise<string[]> {
  const [one, two] = SHEETS as [Sheet, Sheet];
  const passes = [
    await judge(simulation, ordered(one, order)),
    await judge(simulation, ordered(two, [...order].reverse())),
  ];
  const agreed = consensus(
    IDS.map((id) => ({ id, tree: id })),
    passes,
    LEDGER,
    WEIGHTS,
  );
  if ('problems' in agreed) throw new Error('no consensus');
  return agreed.standings.map(({ tier }) => tier);
}

/** One candidate of each kind that the tier rules tell apart. */
const TRUTH: Truth = {
  r1: { solution_fit: 5, precision: 5 },
  r2: {},
  r3: { minimality: 3, consistency: 2 },
  r4: { minimality: 2, side_effects: 2, solution_fit: 2 },
};

// Exactly half a point rounds, which is not linear any more.
test.each([-1, -0.9, -0.3, 0.2, 0.7, 1])(
  'a linear liking for places of %d points changes no tier in any start order',
  async (position_bias) => {
    const simulation = simulationOf(TRUTH, { position_bias });
    for (const order of permutations(IDS))
      expect(await tiersOf(simulation, order)).toEqual(['T1', 'T1', 'T2', 'T3']);
  },
);

test('one pass alone shows that liking, so the mirrored one is what takes it away', async () => {
  const simulation = simulationOf({}, { position_bias: 1 });
  const { scores, order } = await judge(simulation, SHEETS[0]!);
  expect([scores[order[0]!]?.precision, scores[order[3]!]?.precision]).toEqual([5, 3]);
});

test('a solution_fit of 1 is the floor of the scale, where a liking cannot cancel', async () => {
  const simulation = simulationOf({ r1: { solution_fit: 1 } }, { position_bias: 1 });
  expect((await tiersOf(simulation, IDS))[0]).toBe('T2');
  expect((await tiersOf(simulation, ['r2', 'r3', 'r1', 'r4']))[0]).toBe('T3');
});

test('noise comes from the seed: the same for the same one, another for another', async () => {
  const scores = async (seed: string) =>
    (await judge(simulationOf({}, { seed, noise: 1 }), SHEETS[0]!)).scores;
  expect(await scores('a')).toEqual(await scores('a'));
  expect(await scores('a')).not.toEqual(await scores('b'));
});

test('length bias lifts the longest candidate and lowers the shortest one', async () => {
  const { scores } = await judge(simulationOf({}, { length_bias: 1 }), SHEETS[0]!);
  expect(IDS.map((id) => scores[id]?.minimality)).toEqual([3, 4, 4, 5]);
});

test('without findings to stand on every score is 4, whatever the truth', async () => {
  const sheet = sheetOf(scoringInput(IDS, []), { seed: 's', pass: 1, attempt: 1 });
  const { scores } = await judge(simulationOf(TRUTH), sheet);
  expect(new Set(Object.values(scores).flatMap((five) => Object.values(five)))).toEqual(new Set([4]));
});
