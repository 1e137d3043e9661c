/** The answer of a scoring pass: what `submit_scores` takes, and everything that keeps an answer from being a pass. */
import { z } from 'zod';
import { findCycle } from '../arithmetic/ties.js';
import type { Finding } from '../records/citation.js';
import { quoted } from '../records/field.js';
import { checkSchema, toProblem } from '../records/problem.js';
import type { ScoringPass } from '../records/result.js';
import { DIMENSIONS, FLAGS } from '../vocabulary.js';
import type { Sheet, SheetCandidate } from './sheet.js';

const name = z.string().trim().max(80);
const score = z.int().min(1).max(5);

/** Entries are lists, never objects keyed by what a model writes: no name can act as a key. */
export const Submission = z.strictObject({
  candidates: z
    .array(
      z.strictObject({
        candidate: name.describe('Alias as on the sheet.'),
        ...(Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, score])) as Record<
          (typeof DIMENSIONS)[number],
          typeof score
        >),
        flags: z
          .array(z.strictObject({ flag: z.enum(FLAGS), finding_ids: z.array(name).min(1).max(20) }))
          .max(FLAGS.length)
          .default([])
          .describe('Flags that hold, each with the findings that show it.'),
      }),
    )
    .max(256)
    .describe('Every candidate of the sheet, exactly once.'),
  comparisons: z
    .array(
      z.strictObject({
        above: name.describe('Alias of the better candidate.'),
        below: name.describe('Alias of the other one.'),
        finding_id: name.describe('A positive finding about `above`, or a negative one about `below`.'),
      }),
    )
    .max(2000)
    .default([]),
});
export type Submission = z.infer<typeof Submission>;
type Entry = Submission['candidates'][number];
type Comparison = Submission['comparisons'][number];

/** A pass in terms of ids, or every problem in terms of the sheet's aliases. */
export type Reading = { readonly pass: ScoringPass } | { readonly problems: readonly string[] };

/** Nothing is coerced, clamped, completed or guessed. */
export function readSubmission(value: unknown, sheet: Sheet): Reading {
  const checked = checkSchema(Submission, value);
  if ('problems' in checked)
    return {
      problems: checked.problems
        .map(toProblem)
        .map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)),
    };
  const { candidates, comparisons } = checked.value;
  const known = new Map(sheet.candidates.map((candidate) => [candidate.alias, candidate]));
  const problems = [
    ...rosterProblems(candidates, known),
    ...candidates.flatMap((entry) => entryProblems(entry, known.get(entry.candidate))),
    ...comparisons.flatMap((comparison, at) => comparisonProblems(comparison, at, known)),
    ...circleProblems(comparisons),
  ];
  return problems.length > 0 ? { problems } : { pass: passOf(checked.value, sheet, known) };
}

type Known = ReadonlyMap<string, SheetCandidate>;

const unknown = (alias: string, known: Known): string =>
  `there is no candidate ${quoted(alias)}; there are ${[...known.keys()].join(', ')}`;

function rosterProblems(entries: readonly Entry[], known: Known): string[] {
  const count = new Map<string, number>();
  for (const { candidate } of entries) count.set(candidate, (count.get(candidate) ?? 0) + 1);
  return [
    ...[...count].flatMap(([alias, times]) =>
      !known.has(alias) ? [unknown(alias, known)] : times > 1 ? [`${alias} is scored ${times} times`] : [],
    ),
    ...[...known.keys()].filter((alias) => !count.has(alias)).map((alias) => `${alias} is not scored`),
  ];
}

const shows = (findings: readonly Finding[], about: string, polarity: Finding['polarity']): boolean =>
  findings.some((finding) => finding.about === about && finding.polarity === polarity);

function entryProblems(entry: Entry, candidate: SheetCandidate | undefined): string[] {
  if (candidate === undefined) return [];
  const { alias, findings } = candidate;
  const scores = DIMENSIONS.flatMap((dimension) => {
    const given = entry[dimension];
    if (given === 5 && !shows(findings, dimension, 'positive'))
      return [`${alias} ${dimension} ${given}: no positive finding supports it; without one it is at most 4`];
    if (given < 4 && !shows(findings, dimension, 'negative'))
      return [
        `${alias} ${dimension} ${given}: no negative finding supports it; without one it is at least 4`,
      ];
    return [];
  });
  const flags = entry.flags.flatMap(({ flag, finding_ids }) =>
    finding_ids.flatMap((id) => {
      const finding = findings.find((one) => one.id === id);
      if (finding === undefined) return [`${alias} ${flag}: ${quoted(id)} is no finding about ${alias}`];
      return finding.about === flag && finding.polarity === 'negative'
        ? []
        : [
            `${alias} ${flag}: ${id} is a ${finding.polarity} finding about ${finding.about}, not about the flag`,
          ];
    }),
  );
  const repeated = entry.flags.filter(
    ({ flag }, at) => entry.flags.findIndex((one) => one.flag === flag) < at,
  );
  return [...scores, ...flags, ...repeated.map(({ flag }) => `${alias} ${flag} is set twice`)];
}

function comparisonProblems({ above, below, finding_id }: Comparison, at: number, known: Known): string[] {
  const [high, low] = [known.get(above), known.get(below)];
  const place = `comparisons[${at}]`;
  if (high === undefined) return [`${place}: ${unknown(above, known)}`];
  if (low === undefined) return [`${place}: ${unknown(below, known)}`];
  if (high === low) return [`${place}: ${above} is compared with itself`];
  const has = ({ findings }: SheetCandidate, polarity: Finding['polarity']): boolean =>
    findings.some((finding) => finding.id === finding_id && finding.polarity === polarity);
  if (has(high, 'positive') || has(low, 'negative')) return [];
  return [
    `${place}: ${quoted(finding_id)} is neither a positive finding about ${above} nor a negative one about ${below}`,
  ];
}

function circleProblems(comparisons: readonly Comparison[]): string[] {
  const below = new Map<string, Set<string>>();
  for (const { above, below: low } of comparisons)
    if (above !== low) below.set(above, (below.get(above) ?? new Set()).add(low));
  const cycle = findCycle(below);
  return cycle === null ? [] : [`the comparisons run in a circle: ${[...cycle, cycle[0]].join(' > ')}`];
}

function passOf({ candidates, comparisons }: Submission, sheet: Sheet, known: Known): ScoringPass {
  const idOf = (alias: string): string => known.get(alias)?.id as string;
  const entries = sheet.candidates.flatMap(({ alias }) =>
    candidates.filter(({ candidate }) => candidate === alias),
  );
  return {
    aliases: Object.fromEntries(sheet.candidates.map(({ alias, id }) => [alias, id])),
    order: sheet.candidates.map(({ id }) => id),
    scores: Object.fromEntries(
      entries.map((entry) => [
        idOf(entry.candidate),
        Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, entry[dimension]])),
      ]),
    ) as ScoringPass['scores'],
    flags: Object.fromEntries(
      entries
        .filter(({ flags }) => flags.length > 0)
        .map(({ candidate, flags }) => [
          idOf(candidate),
          Object.fromEntries(flags.map(({ flag, finding_ids }) => [flag, [...new Set(finding_ids)]])),
        ]),
    ),
    comparisons: comparisons.map(({ above, below, finding_id }) => ({
      above: idOf(above),
      below: idOf(below),
      finding_id,
    })),
  };
}
