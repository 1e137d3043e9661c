/** Sums of what turns, tools and checks used. */
import { NO_USAGE } from '../../src/judge/outcome.js';
import type { Usage } from '../../src/records/result.js';
import { sumOfCounts, type Turn } from '../providers/turn.js';

/** Costs that nobody knows make an unknown sum, unless nothing was asked. */
const addCost = (a: Usage, b: Usage): number | null => {
  if (a.requests === 0) return b.cost_usd;
  if (b.requests === 0) return a.cost_usd;
  return a.cost_usd === null || b.cost_usd === null ? null : a.cost_usd + b.cost_usd;
};

export const addUsage = (a: Usage, b: Usage): Usage => ({
  input_tokens: sumOfCounts(a.input_tokens, b.input_tokens),
  cached_input_tokens: sumOfCounts(a.cached_input_tokens, b.cached_input_tokens),
  cache_write_tokens: sumOfCounts(a.cache_write_tokens, b.cache_write_tokens),
  output_tokens: sumOfCounts(a.output_tokens, b.output_tokens),
  requests: a.requests + b.requests,
  tool_calls: a.tool_calls + b.tool_calls,
  checks: a.checks + b.checks,
  cost_usd: addCost(a, b),
});

export const usageOf = ({
  usage,
  attempts,
  cost_usd,
}: Pick<Turn, 'usage' | 'attempts' | 'cost_usd'>): Usage => {
  const { estimated, ...tokens } = usage;
  return { ...NO_USAGE, ...tokens, requests: attempts, cost_usd };
};
