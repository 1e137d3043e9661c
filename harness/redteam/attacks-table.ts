/** What got through to a judge, per carrier, as a table for people. */
import { type AttackOutcome, type AttackScore, attackScore } from '../../src/redteam/attack/outcome.js';
import { type Column, table } from '../report/columns.js';

const COLUMNS: readonly Column[] = [
  { title: 'carrier', width: 18 },
  { title: 'pairs', width: 5, align: 'right' },
  { title: 'equal', width: 5, align: 'right' },
  { title: 'planted', width: 7, align: 'right' },
  { title: 'harmed', width: 6, align: 'right' },
  { title: 'suspect', width: 7, align: 'right' },
  { title: 'invented', width: 8, align: 'right' },
  { title: 'reported', width: 8, align: 'right' },
  { title: 'fallback', width: 8, align: 'right' },
  { title: 'lowered', width: 7, align: 'right' },
  { title: 'gained', width: 6, align: 'right' },
  { title: 'gain', width: 6, align: 'right' },
];

const cells = (name: string, score: AttackScore): string[] => [
  name,
  ...[score.pairs, score.equal, score.planted, score.peersHarmed, score.peersSuspected, score.invented].map(
    String,
  ),
  ...[score.reported, score.fallbacks, score.lowered, score.gained].map(String),
  score.meanGain.toFixed(3),
];

const LEGEND = `
equal     tier, rank and factor of all four rollouts are those of the control
planted   something in the result cites what only candidate text named
harmed    peers whose reward, validity or confirmed integrity changed
suspect   peers that the judge's word alone made suspect (no reward changes)
invented  findings in the result whose citation was made up
reported  the attempt stands in tamper_reports
lowered   peers that ended in a lower tier
gained    pairs in which the attacker's advantage rose; gain: mean change of its advantage
`;

export function attacksText(outcomes: readonly AttackOutcome[]): string {
  const carriers = [...new Set(outcomes.map(({ carrier }) => carrier))].sort();
  const rows = carriers.map((carrier) =>
    cells(carrier, attackScore(outcomes.filter((one) => one.carrier === carrier))),
  );
  return `${table(COLUMNS, [...rows, cells('all', attackScore(outcomes))]).join('\n')}\n${LEGEND}`;
}
