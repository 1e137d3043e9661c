/** A result as a page of text for a person: 80 columns, no colour, nothing that needs a terminal. */
import { STATIC_LIMITS } from '../../src/judge/static-table.js';
import type { Result } from '../../src/records/result.js';
import { plural } from '../../src/text/plural.js';
import { renderMessage, renderName } from '../../src/text/render.js';
import { FLAGS, LEAD_STATUSES, type ShapeWarning, TIERS } from '../../src/vocabulary.js';
import { candidateTable, passWord, signed } from './candidates.js';
import { PAGE_WIDTH, wrap } from './columns.js';
import { criteriaSection, rewardTable, worthlessLines } from './criteria.js';
import { findingSection } from './findings.js';
import { tamperingSection } from './tampering.js';

const FINDINGS_PER_CANDIDATE = 4;

function headline({ group_id, status, fallback, judge, route }: Result): string[] {
  const by = [...new Set([judge.kind, judge.provider, judge.model])].filter(Boolean).join(' ');
  const lines = wrap(`${renderName(group_id)}: ${status}, judge ${renderName(by)}`, PAGE_WIDTH);
  if (fallback !== null) {
    const { reason, stage, detail } = fallback;
    const told = `fallback ${reason} at ${stage}: ${renderName(detail)}`;
    lines.push(...wrap(told, PAGE_WIDTH, '  '));
    const undone = route.name === 'grs' ? 'Not every pass was assessed' : 'Nobody compared the passes';
    lines.push(...wrap(`${undone}: these are the outcome advantages, r - mean.`, PAGE_WIDTH, '  '));
  }
  return lines;
}

function groupLines(result: Result): string[] {
  const { n, n_valid, n_passed, n_passed_effective, mass } = result;
  const counts = `${plural(n, 'rollout')}, ${n_valid} valid, ${n_passed} passed (${n_passed_effective} after integrity)`;
  const mean = result.mean_reward === null ? '' : `, mean reward ${result.mean_reward.toFixed(3)}`;
  const lines = wrap(counts + mean, PAGE_WIDTH);
  if (result.lambda !== null && result.lambda_applied !== null) {
    const cap = result.capped ? `capped at ${result.lambda_max}` : 'not capped';
    lines.push(
      ...wrap(
        `lambda ${result.lambda.toFixed(3)}, applied ${result.lambda_applied.toFixed(3)} (${cap}); ` +
          `positive mass ${mass.positive_before.toFixed(3)} -> ${mass.positive_after.toFixed(3)}; ` +
          `failures shift by ${signed(mass.failure_shift)}`,
        PAGE_WIDTH,
      ),
    );
  }
  lines.push(...lengthLines(result));
  if (!result.has_signal) lines.push('no signal: every valid rollout has the same advantage');
  if (result.investigation.status === 'incomplete')
    lines.push(
      ...wrap(`investigation cut short: ${renderName(result.investigation.reason ?? '')}`, PAGE_WIDTH),
    );
  const leads = leadCounts(result);
  if (leads !== null) lines.push(...wrap(leads, PAGE_WIDTH));
  return lines;
}

/** Without it an advantage below that of a worse pass could not be understood. */
function lengthLines({ rollouts, stations: { effective, grs, length } }: Result): string[] {
  if (length === null) return [];
  const before = grs ?? effective;
  const shorter = rollouts.flatMap(({ id }) => {
    const lost = (length.rewards[id] ?? 0) - (before[id] ?? 0);
    return lost < 0 ? [`${renderName(id)} ${signed(lost)}`] : [];
  });
  const told = shorter.length === 0 ? 'costs nobody anything' : shorter.join(', ');
  return wrap(`length penalty, against ${plural(length.reference, 'token')}: ${told}`, PAGE_WIDTH);
}

/** What the five scores do not show of a tier. */
function flagLines({ rollouts }: Result): string[] {
  return rollouts.flatMap(({ id, tier, flags }) => {
    const held = FLAGS.filter((flag) => flags?.[flag].holds);
    return held.length === 0
      ? []
      : wrap(`${renderName(id)} is ${tier} with the flag ${held.join(', ')}`, PAGE_WIDTH);
  });
}

/** What became of the leads: a judge that explains all of them away looks thorough only by its scores. */
function leadCounts({ judge, leads }: Result): string | null {
  if (judge.kind === 'static' || leads.length === 0) return null;
  const counts = LEAD_STATUSES.map(
    (status) => [leads.filter((lead) => lead.status === status).length, status.replace('_', ' ')] as const,
  );
  return `leads: ${counts
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${count} ${status}`)
    .join(', ')}`;
}

const refinedLines = (result: Result): string[] => [
  ...wrap(
    `${result.fallback === null ? 'refined by' : 'to be refined by'} the rubric of the task: ${renderName(result.route.reason)}`,
    PAGE_WIDTH,
  ),
  '',
  ...rewardTable(result),
  ...worthlessLines(result),
  '',
  ...criteriaSection(result),
];

/** Who lost the reward takes no place from the others, in the factors as little as here. */
function orderLine({ order, rollouts }: Result): string[] {
  const zeroed = new Set(rollouts.flatMap((one) => (passWord(one) === 'zero' ? [one.id] : [])));
  const parts = TIERS.flatMap((tier) => {
    const groups = (order[tier] ?? [])
      .map((tie) => tie.filter((id) => !zeroed.has(id)))
      .filter((tie) => tie.length > 0);
    return groups.length === 0
      ? []
      : [`${tier} ${groups.map((tie) => tie.map(renderName).join(' = ')).join(' > ')}`];
  });
  return parts.length === 0 ? [] : wrap(`order: ${parts.join('  |  ')}`, PAGE_WIDTH);
}

function integrityLines({ rollouts }: Result): string[] {
  return rollouts
    .filter(({ integrity }) => integrity.verdict !== 'clean')
    .flatMap(({ id, integrity: { verdict, kinds } }) =>
      wrap(`${renderName(id)}: ${verdict} ${kinds.join(', ')}`, PAGE_WIDTH, '  '),
    );
}

const WARNINGS: Readonly<Record<string, string>> = {
  group_too_small: 'only one rollout is valid: there is nothing to compare it with',
  violation_below_integrity_value:
    'a violation earns what the lowest honest failure earned, which is less than integrity_value',
  factor_missing: 'a pass has no factor, so the whole group keeps its outcome advantages',
  length_missing: 'a pass has no length, so the length penalty is off for this group',
  pass_below_failure: 'the length penalty put a pass below a failure',
  tokens_missing: 'a valid rollout has no token count, so the segment penalty is off for this group',
} satisfies Record<ShapeWarning, string>;

const sentenceOf = (warning: string): string =>
  (Object.hasOwn(WARNINGS, warning) && WARNINGS[warning]) || warning;

/** A fallback has said already that there are no factors. */
function warningLines({ warnings, fallback }: Result): string[] {
  const told = warnings.filter((one) => fallback === null || one !== 'factor_missing');
  if (told.length === 0) return [];
  return ['warnings:', ...told.flatMap((one) => wrap(renderName(sentenceOf(one)), PAGE_WIDTH, '  '))];
}

/** A verdict without a model must not be read as more than it is. */
const limitLines = ({ judge, passes }: Result): string[] =>
  judge.kind !== 'static' || passes.length === 0
    ? []
    : ['limits of this judge:', ...STATIC_LIMITS.flatMap((one) => wrap(one, PAGE_WIDTH, '  '))];

/** The whole report; ends with a newline. @param findings at most as many of each candidate; 0 leaves them to the audit */
export function reportText(result: Result, findings = FINDINGS_PER_CANDIDATE): string {
  const masked = result.rollouts.filter(({ valid }) => !valid);
  const integrity = integrityLines(result);
  const sections = [
    headline(result),
    groupLines(result),
    result.route.name === 'grs'
      ? refinedLines(result)
      : ['', ...candidateTable(result), '', ...orderLine(result), ...flagLines(result)],
    masked.length === 0
      ? []
      : wrap(
          `masked: ${masked.map(({ id, invalid_reason }) => `${renderName(id)} (${renderName(invalid_reason ?? '')})`).join(', ')}`,
          PAGE_WIDTH,
        ),
    integrity.length === 0 ? [] : ['integrity (only `confirmed` changes a reward):', ...integrity],
    result.route.name === 'grs' || findings === 0 ? [] : findingSection(result, findings),
    findings === 0 ? [] : tamperingSection(result),
    limitLines(result),
    warningLines(result),
  ];
  // A stored result may be somebody else's, with anything in any field; what is rendered stays as it is.
  return renderMessage(`${sections.flat().join('\n')}\n`);
}
