/** The order of releases as registries write them: numbers, then what stands before a release (`rc`) or behind it (`post`). */

/** Words behind the numbers, by where they stand beside the plain release. */
const STAGES: Readonly<Record<string, number>> = {
  dev: -4,
  a: -3,
  alpha: -3,
  b: -2,
  beta: -2,
  c: -1,
  rc: -1,
  pre: -1,
  preview: -1,
  post: 1,
};
const PLAIN = 0;

/** A release with its stage, as part of a regular expression: what a longer text names goes no further than this. */
export const RELEASE = String.raw`\d+(?:\.\d+)+(?:[-._]?(?:${Object.keys(STAGES).join('|')})(?![a-z])[-._]?\d*)?`;

interface Release {
  readonly numbers: readonly number[];
  /** null where the words mean nothing here. */
  readonly stage: number | null;
  readonly count: number;
  /** What follows, as it stands. */
  readonly rest: string;
}

function readRelease(version: string): Release | null {
  const [, numbers, tail = ''] = /^v?(\d+(?:\.\d+)*)(.*)$/is.exec(version) ?? [];
  if (numbers === undefined) return null;
  const read = { numbers: numbers.split('.').map(Number), rest: tail.toLowerCase() };
  if (tail === '') return { ...read, stage: PLAIN, count: 0 };
  const [, word = '', count = '', rest = ''] = /^[-._]?([a-z]+)[-._]?(\d*)(.*)$/s.exec(read.rest) ?? [];
  const stage = Object.hasOwn(STAGES, word) ? STAGES[word] : undefined;
  return stage === undefined
    ? { ...read, stage: null, count: 0 }
    : { ...read, stage, count: Number(count), rest };
}

/**
 * True where `version` is a later release than `base`, or where there is no base to compare with.
 * @param ifUnclear the answer where words or the lack of numbers leave the two without an order
 */
export function isLater(version: string, base: string | null | undefined, ifUnclear: boolean): boolean {
  if (base === null || base === undefined) return true;
  const [one, other] = [readRelease(version), readRelease(base)];
  if (one === null || other === null) return ifUnclear && version !== base;
  for (let at = 0; at < Math.max(one.numbers.length, other.numbers.length); at++) {
    const [a, b] = [one.numbers[at] ?? 0, other.numbers[at] ?? 0];
    if (a !== b) return a > b;
  }
  if (one.stage !== null && other.stage !== null) {
    if (one.stage !== other.stage) return one.stage > other.stage;
    if (one.count !== other.count) return one.count > other.count;
  }
  return ifUnclear && one.rest !== other.rest;
}
