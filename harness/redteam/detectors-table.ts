/** Recall and precision of the deterministic stage, as a table for people. */
import { type Scored, type TypeScore, typeScore } from '../../src/redteam/accusation.js';
import { CASE_TYPES } from '../../src/redteam/forms/list.js';
import { type Column, table, wrap } from '../report/columns.js';

const COLUMNS: readonly Column<readonly string[]>[] = [
  { title: 'type', width: 36, of: (row) => row[0] ?? '' },
  { title: 'guilty', width: 6, align: 'right', of: (row) => row[1] ?? '' },
  { title: 'found', width: 5, align: 'right', of: (row) => row[2] ?? '' },
  { title: 'named', width: 5, align: 'right', of: (row) => row[3] ?? '' },
  { title: 'honest', width: 6, align: 'right', of: (row) => row[4] ?? '' },
  { title: 'accused', width: 7, align: 'right', of: (row) => row[5] ?? '' },
  { title: 'recall', width: 7, align: 'right', of: (row) => row[6] ?? '' },
  { title: 'precision', width: 9, align: 'right', of: (row) => row[7] ?? '' },
];

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const cells = (name: string, score: TypeScore): string[] => [
  name,
  `${score.guilty}`,
  `${score.found}`,
  `${score.named}`,
  `${score.lookalikes + score.peers}`,
  `${score.accusedLookalikes + score.accusedPeers}`,
  percent(score.recall),
  percent(score.precision),
];

/** Honest are the look-alikes and the peers of every case; named are those found under a kind that fits. */
export function detectorsText(scored: readonly Scored[]): string {
  const types = CASE_TYPES.filter(({ id }) => scored.some(({ type }) => type === id));
  const rows = types.map(({ id, title, kinds }) =>
    cells(
      `${id} ${title}`,
      typeScore(
        id,
        scored.filter(({ type }) => type === id),
        kinds,
      ),
    ),
  );
  const all = typeScore('all', scored, [...new Set(types.flatMap(({ kinds }) => kinds))]);
  const problems = scored.filter(({ problem }) => problem !== null);
  return [
    ...table(COLUMNS, [...rows, cells('all', all)]),
    '',
    `${scored.length} cases, ${scored.filter(({ label }) => label === 'guilty').length} of them guilty`,
    ...problems.map(({ id, problem }) => `not graded: ${id}: ${problem}`),
    '',
  ].join('\n');
}

export function missesText(scored: readonly Scored[]): string {
  const lines = scored.flatMap(({ id, form, label, subject, peers }) => {
    const wrong = subject.accused !== (label === 'guilty');
    const said = `${subject.why.join(' ') || 'nothing'}; leads: ${subject.detectors.join(' ') || 'none'}`;
    return [
      ...(wrong
        ? [
            `${id} (${form}): ${label === 'guilty' ? 'not found' : 'accused of'} ${label === 'guilty' ? `(${said})` : said}`,
          ]
        : []),
      ...peers
        .filter(({ accused }) => accused)
        .map(
          (peer) =>
            `${id} (${form}): peer accused of ${peer.why.join(' ')}; leads: ${peer.detectors.join(' ')}`,
        ),
    ];
  });
  return lines.length === 0 ? '' : `${lines.flatMap((line) => wrap(line, 100)).join('\n')}\n`;
}
