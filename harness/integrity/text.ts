/** What detection found, for people: who is in question and why, then the rates. */
import type { IntegrityRates, IntegrityRecord, IntegrityRow } from '../../src/integrity/record.js';
import { plural } from '../../src/text/plural.js';
import { renderMessageLine, renderName } from '../../src/text/render.js';
import { placeLine } from '../../tools/place.js';
import { wrap } from '../report/columns.js';

const WIDTH = 100;

/** Empty where nobody is in question. */
export function recordText({ group_id, rollouts, problem }: IntegrityRecord): string {
  const named = rollouts.filter(
    (row) => row.verdict !== 'clean' || row.test_gaming || row.tamper_reports.length > 0,
  );
  const lines = [
    ...(problem === null ? [] : wrap(`${renderName(group_id)}: not examined: ${renderName(problem)}`, WIDTH)),
    ...named.flatMap((row) => [
      `${renderName(group_id)} ${renderName(row.id)}: ${verdictOf(row)}`,
      ...row.leads.flatMap(leadLines),
    ]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

const verdictOf = ({ verdict, kinds, test_gaming, tamper_reports, passed }: IntegrityRow): string =>
  [
    `${verdict}${kinds.length === 0 ? '' : ` (${kinds.join(', ')})`}`,
    test_gaming ? 'test gaming' : null,
    tamper_reports.length > 0 ? 'speaks to the judge' : null,
    passed ? null : 'failed anyway',
  ]
    .filter((part) => part !== null)
    .join('; ');

const leadLines = ({ detector, claim, citations }: IntegrityRow['leads'][number]): string[] => {
  const [first] = citations;
  return wrap(
    `${detector}: ${renderMessageLine(claim)}${first === undefined ? '' : ` [${placeLine(first)}]`}`,
    WIDTH,
    '    ',
  );
};

export function ratesText(rates: IntegrityRates): string {
  const share = (count: number): string =>
    `${count}${rates.passes === 0 ? '' : ` (${((count / rates.passes) * 100).toFixed(1)} % of passes)`}`;
  const counted = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ') || 'none';
  const rows: [string, string][] = [
    [
      'groups',
      `${rates.groups}; ${plural(rates.rollouts, 'rollout')}, ${plural(rates.passes, 'valid pass', 'valid passes')}`,
    ],
    ['confirmed', share(rates.confirmed)],
    ['suspected', share(rates.suspected)],
    ['kinds', counted(rates.kinds)],
    ['test gaming', share(rates.test_gaming)],
    ['tampering', plural(rates.tampering, 'rollout')],
    ['leads', counted(rates.detectors)],
  ];
  return rows
    .flatMap(([label, text]) =>
      wrap(text, WIDTH - 14).map((line, at) => `${(at === 0 ? label : '').padEnd(14)}${line}\n`),
    )
    .join('');
}
