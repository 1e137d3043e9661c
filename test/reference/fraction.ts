/** Exact arithmetic on fractions of BigInts, the yardstick of the product's floating point; imports nothing. */

export interface Fraction {
  readonly over: bigint;
  /** Above 0. */
  readonly under: bigint;
}

export const whole = (value: number): Fraction => ({ over: BigInt(value), under: 1n });
export const ZERO = whole(0);
export const ONE = whole(1);

/** The decimal number that `value` is written as: 0.1 is one tenth, as whoever wrote the JSON meant it. */
export function exact(value: number): Fraction {
  const [, sign = '', digits = '', decimals = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const scale = decimals.length - Number(power);
  const over = BigInt(`${sign}${digits}${decimals}`) * (scale < 0 ? 10n ** BigInt(-scale) : 1n);
  return { over, under: scale > 0 ? 10n ** BigInt(scale) : 1n };
}

export const add = (a: Fraction, b: Fraction): Fraction =>
  a.under === b.under
    ? { over: a.over + b.over, under: a.under }
    : { over: a.over * b.under + b.over * a.under, under: a.under * b.under };
const negate = ({ over, under }: Fraction): Fraction => ({ over: -over, under });
export const subtract = (a: Fraction, b: Fraction): Fraction => add(a, negate(b));
export const multiply = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.over,
  under: a.under * b.under,
});
export const divide = (a: Fraction, b: Fraction): Fraction =>
  b.over < 0n
    ? { over: -a.over * b.under, under: a.under * -b.over }
    : { over: a.over * b.under, under: a.under * b.over };

/** Negative, zero or positive, as a − b is. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.over * b.under - b.over * a.under;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
export const least = (a: Fraction, b: Fraction): Fraction => (compare(a, b) <= 0 ? a : b);
export const greatest = (a: Fraction, b: Fraction): Fraction => (compare(a, b) >= 0 ? a : b);

/** Over the least common denominator, which keeps long sums small. */
export const total = (values: readonly Fraction[]): Fraction => reduced(values.reduce(add, ZERO));
export const average = (values: readonly Fraction[]): Fraction => divide(total(values), whole(values.length));

export function power(base: Fraction, exponent: number): Fraction {
  return { over: base.over ** BigInt(exponent), under: base.under ** BigInt(exponent) };
}

export function reduced({ over, under }: Fraction): Fraction {
  let [a, b] = [over < 0n ? -over : over, under];
  while (b !== 0n) [a, b] = [b, a % b];
  return { over: over / a, under: under / a };
}

const PLACES = 96n;
/** To 96 binary places. */
export const toNumber = ({ over, under }: Fraction): number =>
  Number((over << PLACES) / under) / 2 ** Number(PLACES);
