/** The part of a report for whoever audits it: everything that a verdict stands on, with its places, quotes, answers and commands. */
import type { Citation, Finding, Lead } from '../../src/records/citation.js';
import type { Result } from '../../src/records/result.js';
import type { RolloutResult } from '../../src/records/rollout-result.js';
import { renderMessage, renderMessageLine, renderName } from '../../src/text/render.js';
import { DIMENSIONS, FLAGS } from '../../src/vocabulary.js';
import { clipped, PAGE_WIDTH, wrap } from './columns.js';
import { placeOf } from './place.js';

/** A command that a judge ran, as its recording tells it. */
export interface ToldCheck {
  readonly id: string;
  /** Rollout id, or `base`. */
  readonly tree: string;
  readonly command: string;
  readonly ending: string;
  readonly printed: readonly { readonly stream: string; readonly text: string }[];
}

/** Of what a command printed, as many first and last lines; the rest is in the recording. */
const FIRST = 4;
const LAST = 8;

/** @param checks null where the recording is not at hand */
export function auditText(result: Result, checks: readonly ToldCheck[] | null): string {
  const sections: [title: string, lines: string[]][] = [
    ['why each tier:', result.rollouts.flatMap(tierLines)],
    ['what the rubric of the task says of each:', result.rollouts.flatMap(criterionLines)],
    ['all findings:', result.findings.flatMap(findingLines)],
    ['all leads, with their answers:', result.leads.flatMap(leadLines)],
    ['all that speaks to whoever grades:', result.rollouts.flatMap(tamperLines)],
    ['what the judge ran:', checks?.flatMap(checkLines) ?? []],
    ['what each pass gave (fit prc min sfx con):', result.passes.flatMap(passLines)],
  ];
  const shown = sections.filter(([, lines]) => lines.length > 0);
  const missing =
    checks === null && result.recording !== null
      ? wrap('The recording is not beside the result, so what the judge ran is not shown.', PAGE_WIDTH)
      : [];
  const page = [...shown.flatMap(([title, lines]) => ['', title, ...lines]), ...missing, ''];
  return renderMessage(page.join('\n'));
}

const behind = (ids: readonly string[]): string => (ids.length === 0 ? '' : ` (${ids.join(', ')})`);

function tierLines({ id, tier, tier_reasons, flags }: RolloutResult): string[] {
  if (tier === null) return [];
  const reasons = tier_reasons.map((reason) => {
    const flag = FLAGS.find((one) => one === reason);
    return reason + behind(flag === undefined ? [] : (flags?.[flag].finding_ids ?? []));
  });
  return wrap(`${renderName(id)} is ${tier}: ${reasons.join(', ')}`, PAGE_WIDTH, '  ');
}

/** Every place, with all of its quote. */
const citedWhole = (citations: readonly Citation[], indent: string): string[] =>
  citations.flatMap((cited) => [
    ...wrap(placeOf(cited), PAGE_WIDTH, indent),
    ...quoteLines(cited.quote).map((line) => `${indent}> ${line}`),
  ]);

const quoteLines = (quote: string): string[] => renderMessage(quote).replaceAll('\t', ' ').split('\n');

const criterionLines = ({ id, grs }: RolloutResult): string[] =>
  (grs?.criteria ?? []).flatMap((one) => [
    ...wrap(
      `${renderName(id)}, ${one.id}: ${one.verdict}: ${renderMessageLine(one.reason)}`,
      PAGE_WIDTH,
      '  ',
    ),
    ...citedWhole(one.citations, '      '),
  ]);

const findingLines = ({ id, candidate, about, polarity, claim, source, citations }: Finding): string[] => [
  ...wrap(
    `${id} ${renderName(candidate)}, ${about}, ${polarity} (${source}): ${renderMessageLine(claim)}`,
    PAGE_WIDTH,
    '  ',
  ),
  ...citedWhole(citations, '      '),
];

const leadLines = ({ id, detector, candidate, claim, status, reason, ...lead }: Lead): string[] => [
  ...wrap(`${id} ${renderName(candidate)}, ${detector}: ${renderMessageLine(claim)}`, PAGE_WIDTH, '  '),
  ...citedWhole(lead.citations, '      '),
  ...wrap(
    `= ${status.replace('_', ' ')}${behind(lead.finding_ids)}${reason === '' ? '' : `: ${renderMessageLine(reason)}`}`,
    PAGE_WIDTH,
    '    ',
  ),
];

const tamperLines = ({ id, tamper_reports }: RolloutResult): string[] =>
  tamper_reports.flatMap(({ source, claim, citations }) => [
    ...wrap(`${renderName(id)} (${source}): ${renderMessageLine(claim)}`, PAGE_WIDTH, '  '),
    ...citedWhole(citations, '      '),
  ]);

const checkLines = ({ id, tree, command, ending, printed }: ToldCheck): string[] => [
  ...wrap(`${renderName(id)} on ${renderName(tree)}: ${ending}`, PAGE_WIDTH, '  '),
  ...quoteLines(command).map((line) => `      $ ${line}`),
  ...printed.flatMap(({ stream, text }) => printedLines(stream, text)),
];

function printedLines(stream: string, text: string): string[] {
  const lines = quoteLines(text.trimEnd()).map(
    (line) => `      ${stream}> ${clipped(line, PAGE_WIDTH - 16)}`,
  );
  const more = lines.length - FIRST - LAST;
  if (more <= 0) return lines;
  const left = `      … ${more} more of these lines in the recording`;
  return [...lines.slice(0, FIRST), left, ...lines.slice(-LAST)];
}

const passLines = ({ scores, flags, comparisons }: Result['passes'][number], at: number): string[] => [
  ...Object.entries(scores).map(([id, given]) => {
    const set = FLAGS.flatMap((flag) => {
      const ids = flags[id]?.[flag];
      return ids === undefined ? [] : [`${flag}${behind(ids)}`];
    });
    const values = DIMENSIONS.map((dimension) => given[dimension]).join(' ');
    return [`  ${at + 1}: ${values}  ${renderName(id)}`, ...set].join(', ');
  }),
  ...comparisons.map(
    ({ above, below, finding_id }) =>
      `  ${at + 1}: ${renderName(above)} above ${renderName(below)} (${finding_id})`,
  ),
];
