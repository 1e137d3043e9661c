/** The summary of a run as a page of text: 80 columns, no colour. */
import type { PolicyFallbacks } from '../../src/summary/policies.js';
import type { Summary } from '../../src/summary/summary.js';
import { plural } from '../../src/text/plural.js';
import { renderName } from '../../src/text/render.js';
import { PAGE_WIDTH, wrap } from './columns.js';

const LABEL = 16;

const fixed = (value: number | null, digits = 3): string => (value === null ? '-' : value.toFixed(digits));
const percent = (value: number | null): string => (value === null ? '-' : `${(value * 100).toFixed(1)} %`);
const seconds = (value: number | null): string => (value === null ? '-' : `${value.toFixed(1)} s`);
const counted = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, number]) => `${name} ${number}`)
    .join(', ');

/** Every line opens with its label; ends with a newline. */
export function summaryText(summary: Summary): string {
  const s = summary;
  const rows: [string, string][] = [
    [
      'groups',
      `${s.groups}: ${s.groups_graded} graded, ${s.groups_fallback} fallback, ${s.groups_not_mixed} not mixed, ` +
        `${s.groups_degenerate} degenerate, ${s.groups_masked} masked, ${s.groups_failed} failed; ` +
        `${s.groups_with_signal} with signal`,
    ],
    ['fallbacks', s.groups_fallback === 0 ? 'none' : counted(s.fallback_reasons)],
    ...s.policies.map(policyRow),
    [
      'cut short',
      `${s.investigations_cut_short} investigations, ${s.groups_reduced} graded again without what one candidate said; ` +
        `deadline missed ${percent(s.deadline_miss_rate)}`,
    ],
    [
      'tiers',
      (['T1', 'T2', 'T3'] as const)
        .map((tier) => `${tier} ${s.tier_counts[tier]} (${percent(s[`tier_share_${tier}`])})`)
        .join(', '),
    ],
    [
      'lambda',
      `mean ${fixed(s.lambda_mean)}, p50 ${fixed(s.lambda_p50)}, p95 ${fixed(s.lambda_p95)}, ` +
        `max ${fixed(s.lambda_max_seen)}; applied ${fixed(s.lambda_applied_mean)}, capped ${percent(s.lambda_capped_rate)}`,
    ],
    [
      'mass',
      `positive kept ${percent(s.pos_mass_ratio)}; failures shift by ${fixed(s.failure_shift_mean)} on average, ` +
        `${fixed(s.failure_shift_max)} at most`,
    ],
    [
      'integrity',
      `${s.confirmed_hacks} confirmed${s.confirmed_hacks === 0 ? '' : ` (${counted(s.confirmed_hack_kinds)})`}, ` +
        `${s.suspected_hacks} suspected`,
    ],
    [
      'latency',
      `p50 ${seconds(s.latency_p50)}, p95 ${seconds(s.latency_p95)} from queued to result; ` +
        `grading alone p50 ${seconds(s.grading_p50)}, p95 ${seconds(s.grading_p95)}`,
    ],
    [
      'usage',
      `${s.input_tokens} input tokens (${s.cached_input_tokens} cached, ${s.cache_write_tokens} written), ` +
        `${s.output_tokens} output; ${plural(s.requests, 'request')}, ${plural(s.tool_calls, 'tool call')}, ${plural(s.checks, 'check')}`,
    ],
    ['cost', costText(s)],
  ];
  return `${rows.flatMap(([label, text]) => row(label, text)).join('\n')}\n`;
}

const policyRow = ({
  version,
  groups,
  fallbacks,
  fallback_rate,
  fallback_reasons,
  reduced,
}: PolicyFallbacks): [string, string] => [
  '  by policy',
  `${renderName(version)}: ${fallbacks} of ${plural(groups, 'group')} (${percent(fallback_rate)})` +
    `${fallbacks === 0 ? '' : `: ${counted(fallback_reasons)}`}${reduced === 0 ? '' : `; ${reduced} graded again`}`,
];

function costText({ cost_usd, cost_unknown_groups }: Summary): string {
  const known = cost_usd === null ? 'none known' : `$${cost_usd.toFixed(4)}`;
  return cost_unknown_groups === 0 ? known : `${known}; unknown for ${plural(cost_unknown_groups, 'group')}`;
}

const row = (label: string, text: string): string[] =>
  wrap(text, PAGE_WIDTH - LABEL).map(
    (line, at) => `${(at === 0 ? label : '').padEnd(LABEL)}${line.trimStart()}`,
  );
