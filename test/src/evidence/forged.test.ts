/** Thousands of generated citations, held against a second and simpler statement of what is true. */
import { beforeAll, expect, test } from 'vitest';
import { resolveCitation } from '../../../src/evidence/resolve.js';
import type { Citation } from '../../../src/records/citation.js';
import { type Random, seeded } from '../../support/random.js';
import { type Citable, type CitableGroup, citableGroup, IDS } from './citables.js';

let group: CitableGroup;
let byPlace: Map<string, Citable>;

beforeAll(async () => {
  group = await citableGroup();
  byPlace = new Map(group.citables.map((citable) => [placeKey(citable.cite([1, 1], '')), citable]));
});

const solid = (text: string): number =>
  [...text].filter((character) => character.trim() !== '').join('').length;

const placeKey = (citation: Citation): string =>
  JSON.stringify(Object.entries({ ...citation, quote: '', lines: [] }).sort());

/** The rule in its plainest form: the cited lines, joined, hold the quote, and it is long enough or whole lines. */
function isTrue(citation: Citation): boolean {
  const range: [number, number] = 'lines' in citation ? citation.lines : [1, 1];
  const place = byPlace.get(placeKey(citation));
  if (!place || citation.quote.length > 400 || solid(citation.quote) === 0) return false;
  const numbers = place.byLines
    ? Array.from({ length: range[1] - range[0] + 1 }, (_, i) => range[0] + i)
    : [...place.lines.keys()];
  if (numbers.length === 0 || numbers.some((number) => !place.lines.has(number))) return false;
  const lines = numbers.map((number) => place.lines.get(number) ?? '');
  if (!lines.join('\n').includes(citation.quote)) return false;
  const quoted = citation.quote
    .trim()
    .split('\n')
    .map((line) => line.trim());
  return (
    solid(citation.quote) >= 12 ||
    lines.some((_, at) => quoted.every((line, i) => lines[at + i]?.trim() === line))
  );
}

/** A citation of something that stands there. */
function validCitation(random: Random): Citation {
  for (;;) {
    const { lines, cite } = random.pick(group.citables);
    const numbers = [...lines.keys()];
    const first = random.int(numbers.length);
    const chosen = numbers.slice(first, first + 1 + random.int(3));
    const [from, to] = [chosen[0] ?? 1, chosen.at(-1) ?? 1];
    if (to - from !== chosen.length - 1) continue;
    const text = chosen.map((number) => lines.get(number)).join('\n');
    const cut = random.int(3) === 0 ? text : text.slice(random.int(10)).slice(0, 20 + random.int(80));
    const citation = cite([from, to], cut.slice(0, 400));
    if (isTrue(citation)) return citation;
  }
}

const swap = (text: string, at: number, by: string): string => text.slice(0, at) + by + text.slice(at + 1);
const other = (random: Random, id: string): string =>
  random.pick([...IDS, 'base', 'nobody'].filter((name) => name !== id));

const FORGERIES: Readonly<Record<string, (valid: Citation, random: Random) => Citation>> = {
  'mutated quote': (valid, random) => {
    const at = random.int(valid.quote.length);
    const letter = random.pick([...'abcdefgh0123456789 ;'].filter((one) => one !== valid.quote[at]));
    return { ...valid, quote: swap(valid.quote, at, letter) };
  },
  'wrong line': (valid, random) => {
    if (!('lines' in valid)) return { ...valid, quote: `${valid.quote} and more words` };
    const by = random.pick([-40, -9, -2, -1, 1, 2, 9, 40, 4000]);
    return { ...valid, lines: [valid.lines[0] + by, valid.lines[1] + by] };
  },
  'wrong candidate': (valid, random) => {
    if ('candidate' in valid) return { ...valid, candidate: other(random, valid.candidate) };
    if (valid.kind === 'file') return { ...valid, tree: other(random, valid.tree) };
    return valid.kind === 'check'
      ? { ...valid, check_id: `k-${other(random, valid.check_id.slice(2))}` }
      : { kind: 'check', check_id: 'k-a1', stream: 'stdout', quote: valid.quote };
  },
  'wrong side': (valid) => {
    if (valid.kind === 'patch') return { ...valid, side: valid.side === 'old' ? 'new' : 'old' };
    if (valid.kind === 'event') return { ...valid, part: valid.part === 'input' ? 'output' : 'input' };
    if (valid.kind === 'check') return { ...valid, stream: valid.stream === 'stdout' ? 'stderr' : 'stdout' };
    return { kind: 'task', quote: `${valid.quote}.` };
  },
  'planted file': (_, random) => {
    const quote = random.pick(group.planted).slice(0, 300);
    const candidate = random.pick(IDS);
    const line = 1 + random.int(30);
    return random.pick<Citation>([
      { kind: 'test_log', candidate, lines: [line, line], quote },
      { kind: 'check', check_id: `k-${candidate}`, stream: 'stdout', quote },
      { kind: 'file', tree: 'base', path: 'docs/review.md', lines: [line, line], quote },
      { kind: 'event', candidate, event: `e${1 + random.int(24)}`, part: 'output', quote },
      { kind: 'task', quote },
    ]);
  },
  'other encoding': (valid, random) => {
    const at = random.int(valid.quote.length);
    const quote = random.pick([
      valid.quote.normalize('NFD'),
      valid.quote.replace(/⟦x[0-9A-F]{2}⟧/g, '\ufffd'),
      valid.quote.replace(/⟦U\+200B⟧/g, '\u200b'),
      valid.quote.replace('e', '\u0435'),
      swap(valid.quote, at, '\u200b'),
      swap(valid.quote, at, String.fromCharCode(0xfee0 + 0x41)),
      Buffer.from(valid.quote).toString('latin1'),
    ]);
    return { ...valid, quote };
  },
  'one character': (valid, random) => ({
    ...valid,
    quote: valid.quote[random.int(valid.quote.length)] ?? 'x',
  }),
  'blanks changed': (valid) => ({
    ...valid,
    quote: valid.quote.replace(/(\S) (\S)/, '$1  $2').replace(/^ {4}(?=\S)/, '\t'),
  }),
};

test('3,000 forged citations are all refused', async () => {
  const random = seeded(7);
  const accepted: unknown[] = [];
  const made: Record<string, number> = {};
  for (let n = 0; n < 3000; ) {
    const kind = random.pick(Object.keys(FORGERIES));
    const forged = FORGERIES[kind]?.(validCitation(random), random);
    if (!forged || isTrue(forged)) continue;
    n += 1;
    made[kind] = (made[kind] ?? 0) + 1;
    const { ok } = await resolveCitation(forged, group.material, group);
    if (ok) accepted.push([kind, forged]);
  }
  expect(accepted).toEqual([]);
  expect(Object.keys(made).sort()).toEqual(Object.keys(FORGERIES).sort());
  for (const count of Object.values(made)) expect(count).toBeGreaterThan(100);
});

test('1,000 valid citations are all accepted', async () => {
  const random = seeded(11);
  const refused: unknown[] = [];
  const kinds = new Set<string>();
  for (let n = 0; n < 1000; n++) {
    const citation = validCitation(random);
    kinds.add(citation.kind);
    const result = await resolveCitation(citation, group.material, group);
    if (!result.ok) refused.push([citation, result.reason]);
  }
  expect(refused).toEqual([]);
  expect([...kinds].sort()).toEqual(['check', 'event', 'file', 'patch', 'task', 'test_log']);
});
