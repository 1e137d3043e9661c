import fc from 'fast-check';
import { expect, test } from 'vitest';
import { citeEvent, quoteOf } from '../../../src/detect/cite.js';
import type { TraceEvent } from '../../../src/events/event.js';
import { Citation, MAX_QUOTE } from '../../../src/records/citation.js';
import { renderText } from '../../../src/text/render.js';

const event = (input: string) => ({ id: 'e1', input, output: '' }) as TraceEvent;
const text = fc.string({ unit: 'grapheme-composite', maxLength: 1500 });
const long = fc.array(text, { maxLength: 4 }).map((parts) => parts.join('\n'));

test('a quote of a line is the line, or a stretch of it that can be found', () => {
  fc.assert(
    fc.property(text, fc.nat(2000), (raw, at) => {
      const line = renderText(raw.replaceAll('\n', ''));
      const quote = quoteOf(line, at);
      if (quote === null) return;
      expect(line.includes(quote) && quote.length <= MAX_QUOTE && !/\p{Cs}/u.test(quote)).toBe(true);
      expect(quote === line || quote.replace(/\s/g, '').length >= 12).toBe(true);
    }),
  );
});

test('a citation of an event stands in the rendering of its text', () => {
  fc.assert(
    fc.property(long, fc.nat(6000), (input, at) => {
      for (const citation of citeEvent('a', event(input), 'input', Math.min(at, input.length))) {
        expect(Citation.safeParse(citation).success).toBe(true);
        expect(renderText(input)).toContain(citation.quote);
      }
    }),
  );
});

test('nothing is quoted of a blank line', () => {
  expect(quoteOf('   \t')).toBeNull();
  expect(citeEvent('a', event('x\n\ny'), 'input', 2)).toEqual([]);
});
