import { expect, test } from 'vitest';
import { costOf, PriceTable, shippedPrices } from '../../../harness/providers/prices.js';

const usage = (input: number, cached = 0, written = 0, output = 0) => ({
  input_tokens: input,
  cached_input_tokens: cached,
  cache_write_tokens: written,
  output_tokens: output,
  estimated: false,
});
const table = PriceTable.parse({
  schema: 'gagar.prices/1',
  as_of: '2026-11-18',
  sources: [],
  models: {
    anthropic: {
      m: {
        input: 10,
        cached_input: 1,
        cache_write: 12,
        output: 50,
        long_prompt: { above: 1000, rates: { input: 20, cached_input: 2, cache_write: 24, output: 75 } },
      },
    },
  },
});

test.each([
  {
    title: 'fresh, cached, written and output apart',
    usage: usage(1000, 500, 200, 100),
    dollars: (300 * 10 + 500 + 200 * 12 + 100 * 50) / 1e6,
  },
  {
    title: 'the whole of a long prompt at its own rates',
    usage: usage(1001, 1, 0, 10),
    dollars: (1000 * 20 + 2 + 10 * 75) / 1e6,
  },
  { title: 'nothing for nothing', usage: usage(0), dollars: 0 },
])('bills $title', ({ usage: used, dollars }) => {
  expect(costOf(table, 'anthropic', 'm', used)).toBeCloseTo(dollars, 12);
});

test.each(['m-20251101', 'm-2026-09-29'])('bills the dated %s like its model', (model) => {
  expect(costOf(table, 'anthropic', model, usage(1))).toBe(10 / 1e6);
});

test.each([
  { vendor: 'anthropic', model: 'unknown' },
  { vendor: 'openai', model: 'm' },
  { vendor: null, model: 'm' },
])('knows no price for $vendor $model, which is not 0', ({ vendor, model }) => {
  expect(costOf(table, vendor, model, usage(1))).toBeNull();
});

test('ships a table in which output costs more than input and cached input less', () => {
  const { models } = shippedPrices();
  const prices = Object.values(models).flatMap((one) => Object.values(one));
  expect(prices.length).toBeGreaterThan(10);
  for (const { input, cached_input, cache_write, output, long_prompt } of prices) {
    expect(cached_input).toBeLessThan(input);
    expect(cache_write).toBeGreaterThanOrEqual(input);
    expect(output).toBeGreaterThan(input);
    expect(long_prompt?.rates.input ?? input).toBeGreaterThanOrEqual(input);
  }
});
