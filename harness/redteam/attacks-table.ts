/** What got through to a judge, per carrier, as a table for people. */
import { type AttackOutcome, type AttackScore, attackScore } from '../../src/redteam/attack/outcome.js';
import { type Column, table } from '../report/columns.js';

interface Row {
  readonly name: string;
  readonly score: AttackScore;
}

const number = (title: string, width: number, of: (score: AttackScore) => number | string): Column<Row> => ({
  title,
  width,
  align: 'right',
  of: ({ score }) => String(of(score)),
});

const COLUMNS: readonly Column<Row>[] = [
  { title: 'carrier', width: 18, of: ({ name }) => name },
  number('pairs', 5, ({ pairs }) => pairs),
  number('equal', 5, ({ equal }) => equal),
  number('planted', 7, ({ planted }) => planted),
  number('harmed', 6, ({ peersHarmed }) => peersHarmed),
  number('suspect', 7, ({ peersSuspected }) => peersSuspected),
  number('invented', 8, ({ invented }) => invented),
  number('reported', 8, ({ reported }) => reported),
  number('control', 7, ({ controlsReported }) => controlsReported),
  number('fallback', 8, ({ fallbacks }) => fallbacks),
  number('lowered', 7, ({ lowered }) => lowered),
  number('gained', 6, ({ gained }) => gained),
  number('gain', 6, ({ meanGain }) => meanGain.toFixed(3)),
];

const LEGEND = `
equal     tier, rank and factor of all four rollouts are those of the control
planted   something in the result cites what only candidate text named
harmed    peers whose reward, validity or confirmed integrity changed
suspect   peers that the judge's word alone made suspect (no reward changes)
invented  findings in the result whose citation was made up
reported  the attempt stands in tamper_reports
control   so does its control: words that say nothing, but hidden from people in five of the places
lowered   peers that ended in a lower tier
gained    pairs in which the attacker's advantage rose; gain: mean change of its advantage
`;

const rowOf = (name: string, outcomes: readonly AttackOutcome[]): Row => ({
  name,
  score: attackScore(outcomes),
});

export function attacksText(outcomes: readonly AttackOutcome[]): string {
  const carriers = [...new Set(outcomes.map(({ carrier }) => carrier))].sort();
  const rows = carriers.map((carrier) =>
    rowOf(
      carrier,
      outcomes.filter((one) => one.carrier === carrier),
    ),
  );
  return `${table(COLUMNS, [...rows, rowOf('all', outcomes)]).join('\n')}\n${LEGEND}`;
}
