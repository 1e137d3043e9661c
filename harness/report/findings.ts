/** The findings of the report: per candidate what was found, where it stands, and the quoted line. */
import type { Citation, Finding } from '../../src/records/citation.js';
import type { Result } from '../../src/records/result.js';
import { renderMessage, renderMessageLine, renderName } from '../../src/text/render.js';
import { isIntegrityKind } from '../../src/vocabulary.js';
import { clipped, PAGE_WIDTH, wrap } from './columns.js';
import { placeOf } from './place.js';

const WEIGHT = { negative: 0, positive: 1, neutral: 2 } as const;
/** What may cost a reward is never among what is left out. */
const weightOf = ({ about, polarity }: Finding): number => (isIntegrityKind(about) ? -1 : WEIGHT[polarity]);
const MARK = { negative: '-', positive: '+', neutral: '·' } as const;

/** The first line of a quote, shortened. */
const firstLine = (quote: string, width: number): string =>
  clipped(renderMessage((quote.split('\n', 1)[0] ?? '').replaceAll('\t', ' ').trim()), width);

/** The first place that is cited, how many more there are, and its quote. */
export function citedLines([cited, ...others]: readonly Citation[]): string[] {
  if (cited === undefined) return [];
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  const quote = firstLine(cited.quote, PAGE_WIDTH - 11);
  return [
    ...wrap(`${placeOf(cited)}${more}`, PAGE_WIDTH, '        '),
    ...(quote === '' ? [] : [`        > ${quote}`]),
  ];
}

const findingLines = ({ claim, about, polarity, citations }: Finding): string[] => [
  ...wrap(`${MARK[polarity]} ${about}: ${renderMessageLine(claim)}`, PAGE_WIDTH, '    '),
  ...citedLines(citations),
];

/** At most `limit` findings per candidate, those about integrity and then negative ones first; what is left out is counted. Empty where nobody judged. */
export function findingSection({ findings, rollouts, passes }: Result, limit: number): string[] {
  const lines: string[] = [];
  for (const { id } of rollouts) {
    const own = findings
      .filter(({ candidate }) => candidate === id)
      .sort((a, b) => weightOf(a) - weightOf(b) || (a.id < b.id ? -1 : 1));
    if (own.length === 0) continue;
    lines.push(`  ${renderName(id)}`, ...own.slice(0, limit).flatMap(findingLines));
    if (own.length > limit) lines.push(`    … ${own.length - limit} more: gagar show --full`);
  }
  if (lines.length > 0) return ['findings:', ...lines];
  return passes.length === 0 ? [] : ['No verified finding separates the passes.'];
}
