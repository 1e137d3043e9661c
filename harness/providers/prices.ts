/** What a request cost by the price table that ships as data; unknown models cost null, never 0. */
import { z } from 'zod';
import { readAsset } from '../assets.js';
import type { TurnUsage } from './turn.js';

const dollars = z.number().nonnegative();
/** US dollars per million tokens. */
const Rates = z.strictObject({
  input: dollars,
  cached_input: dollars,
  cache_write: dollars,
  output: dollars,
});

const Price = Rates.extend({
  /** Above this many input tokens the whole request is billed at these rates. */
  long_prompt: z.strictObject({ above: z.int().positive(), rates: Rates }).optional(),
});

export const PriceTable = z.strictObject({
  schema: z.literal('gagar.prices/1'),
  as_of: z.iso.date(),
  sources: z.array(z.url()),
  models: z.record(z.string(), z.record(z.string(), Price)),
});
export type PriceTable = z.infer<typeof PriceTable>;

let shipped: PriceTable | undefined;
export function shippedPrices(): PriceTable {
  shipped ??= PriceTable.parse(JSON.parse(readAsset('rubrics', 'prices.json')));
  return shipped;
}

/** A dated snapshot costs what its model costs: `-20251101`, `-2026-09-29`. */
const undated = (model: string): string => model.replace(/-\d{4}-?\d{2}-?\d{2}$/, '');

/** US dollars of one request, or null. `vendor` is the key in the table: `anthropic`, `openai`. */
export function costOf(
  table: PriceTable,
  vendor: string | null,
  model: string,
  usage: TurnUsage,
): number | null {
  const models = vendor === null ? undefined : table.models[vendor];
  const price = models?.[model] ?? models?.[undated(model)];
  if (!price) return null;
  const { input_tokens, cached_input_tokens, cache_write_tokens, output_tokens } = usage;
  const { long_prompt } = price;
  const rates = long_prompt && input_tokens > long_prompt.above ? long_prompt.rates : price;
  const fresh = input_tokens - cached_input_tokens - cache_write_tokens;
  const sum =
    fresh * rates.input +
    cached_input_tokens * rates.cached_input +
    cache_write_tokens * rates.cache_write +
    output_tokens * rates.output;
  return sum / 1e6;
}
