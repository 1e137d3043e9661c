/** Compares an answer of the product with the exact one; says which group and which number differ. */
import { type Fraction, toNumber } from './fraction.js';
import type { AdvantagesInput, ShapeInput } from './random.js';
import { type Reference, referenceMultipliers, referenceShape } from './shape.js';

const TOLERANCE = 1e-12;

type Numbers = Readonly<Record<string, number | null>>;
type Span = readonly [number, number, number];

interface Answer {
  readonly status: string;
  readonly mean: number | null;
  readonly has_signal: boolean;
  readonly advantages: Numbers;
  readonly reward_equivalent: Numbers | null;
}

export interface AdvantagesAnswer extends Answer {
  readonly lambda: number | null;
  readonly lambda_applied: number | null;
  readonly capped: boolean;
}

export interface ShapeAnswer extends Answer {
  readonly fallback: { readonly reason: string } | null;
  readonly stations: {
    readonly effective: Numbers;
    readonly grs: Numbers | null;
    readonly length: { readonly reference: number; readonly rewards: Numbers } | null;
    readonly outcome: Numbers;
    readonly lambda: number | null;
    readonly lambda_applied: number | null;
    readonly capped: boolean;
  };
  readonly token_multipliers: Readonly<Record<string, readonly Span[]>> | null;
}

/** Throws at the first difference: an assertion per number would cost more than the arithmetic. */
class Comparison {
  constructor(private readonly group: unknown) {}

  same(what: string, actual: unknown, expected: unknown): void {
    if (actual !== expected) this.fail(what, actual, expected);
  }

  near(what: string, actual: number | null | undefined, expected: Fraction | null): void {
    if (expected === null || actual === null || actual === undefined) {
      if ((expected === null) !== (actual === null)) this.fail(what, actual, expected && toNumber(expected));
      return;
    }
    const wanted = toNumber(expected);
    const close = Math.abs(actual - wanted) <= TOLERANCE * Math.max(1, Math.abs(wanted));
    if (!close) this.fail(what, actual, wanted);
  }

  list(what: string, ids: readonly string[], actual: Numbers, expected: readonly Fraction[]): void {
    this.same(`number of ${what}`, Object.keys(actual).length, expected.length);
    for (const [index, id] of ids.entries()) this.near(`${what} of ${id}`, actual[id], expected[index]!);
  }

  private fail(what: string, actual: unknown, expected: unknown): never {
    throw new Error(`${what}: got ${actual}, exactly ${expected}, in ${JSON.stringify(this.group)}`);
  }
}

function compareAnswers(
  at: Comparison,
  rollouts: readonly { readonly id: string; readonly valid?: boolean }[],
  reference: Reference,
  answer: Answer,
): void {
  at.same('status', answer.status, reference.status);
  at.near('mean', answer.mean, reference.mean);
  const byId = new Map(reference.valid.map(({ id }, index) => [id, reference.advantages[index]!]));
  const keepsSum = reference.status !== 'downweight_only' && reference.mean !== null;
  at.same('reward_equivalent is null', answer.reward_equivalent === null, !keepsSum);
  for (const { id } of rollouts) {
    at.near(`advantage of ${id}`, answer.advantages[id], byId.get(id) ?? null);
    if (!keepsSum) continue;
    const wanted = toNumber(reference.mean!) + toNumber(byId.get(id) ?? { over: 0n, under: 1n });
    at.same(
      `reward_equivalent of ${id}`,
      Math.abs((answer.reward_equivalent?.[id] ?? Number.NaN) - wanted) <= TOLERANCE,
      true,
    );
  }
  const exactly = reference.advantages.map(toNumber);
  const spread = exactly.length === 0 ? 0 : Math.max(...exactly) - Math.min(...exactly);
  // A spread that is exactly zero may be one rounding wide where products are compared.
  if (spread > TOLERANCE || !/reward_scaled/.test(reference.status))
    at.same('has_signal', answer.has_signal, spread > TOLERANCE);
}

export function expectAdvantages(group: AdvantagesInput, answer: AdvantagesAnswer): void {
  const reference = referenceShape('gar', group.rollouts, {
    ...group,
    length_penalty: null,
    segment_penalty: null,
  });
  const at = new Comparison(group);
  compareAnswers(at, group.rollouts, reference, answer);
  compareLambda(at, group.lambda_max, reference, answer);
}

function compareLambda(
  at: Comparison,
  lambdaMax: number | null,
  { lambda, lambda_applied }: Reference,
  answer: Pick<AdvantagesAnswer, 'lambda' | 'lambda_applied' | 'capped'>,
): void {
  at.near('lambda', answer.lambda, lambda);
  at.near('lambda_applied', answer.lambda_applied, lambda_applied);
  const capped = lambdaMax !== null && lambda !== null && toNumber(lambda) > lambdaMax * (1 + TOLERANCE);
  at.same('capped', answer.capped, capped);
}

export function expectShape(group: ShapeInput, answer: ShapeAnswer): void {
  const reference = referenceShape(group.route, group.rollouts, group.config);
  const at = new Comparison(group);
  const ids = reference.valid.map(({ id }) => id);
  compareAnswers(at, group.rollouts, reference, answer);
  const { stations } = answer;
  compareLambda(at, group.config.lambda_max, reference, stations);
  at.list('effective rewards', ids, stations.effective, reference.effective);
  at.list('outcome advantages', ids, stations.outcome, reference.outcome);
  at.same('grs is null', stations.grs === null, reference.grs === null);
  if (reference.grs && stations.grs) at.list('grs rewards', ids, stations.grs, reference.grs);
  at.same('length is null', stations.length === null, reference.length === null);
  if (reference.length && stations.length) {
    at.near('length reference', stations.length.reference, reference.length.reference);
    at.list('length rewards', ids, stations.length.rewards, reference.length.rewards);
  }
  at.same('fallback', answer.fallback?.reason, reference.incomplete ? 'incomplete_verdict' : undefined);
  compareTokens(at, group, reference, answer);
}

function compareTokens(at: Comparison, group: ShapeInput, reference: Reference, answer: ShapeAnswer): void {
  const { segment_penalty } = group.config;
  const expected = segment_penalty && referenceMultipliers(reference, segment_penalty);
  at.same('token_multipliers is null', answer.token_multipliers === null, expected === null);
  if (expected === null || answer.token_multipliers === null) return;
  for (const [index, { id }] of reference.valid.entries()) {
    const spans = answer.token_multipliers[id]!;
    const tokens = spans.flatMap(([from, to, multiplier]) => Array<number>(to - from).fill(multiplier));
    at.same(`tokens of ${id}`, tokens.length, expected[index]!.length);
    for (const [t, multiplier] of tokens.entries())
      at.near(`multiplier of ${id} at ${t}`, multiplier, expected[index]![t]!);
    for (const [i, [from, , multiplier]] of spans.entries()) {
      at.same(`start of span ${i} of ${id}`, from, spans[i - 1]?.[1] ?? 0);
      at.same(`span ${i} of ${id} equals its neighbour`, multiplier === spans[i - 1]?.[2], false);
    }
  }
  for (const { id, valid, tokens } of group.rollouts)
    if (valid === false)
      at.same(
        `masked spans of ${id}`,
        JSON.stringify(answer.token_multipliers[id]),
        JSON.stringify(tokens === undefined ? [] : [[0, tokens, 0]]),
      );
}
