/** Citations of a candidate's test log, by its lines. */
import type { LineReader } from '../material.js';
import type { CitationOf } from '../records/citation.js';
import { plural } from '../text/plural.js';
import { citedText, type Located, MARGIN, MAX_CITED_BYTES, nowhere, section } from './located.js';
import type { Section } from './nearest.js';

export async function inLog(
  { lines: [from, to], quote }: CitationOf<'test_log'>,
  log: LineReader | null,
): Promise<Located> {
  if (log === null) return nowhere('no test log was recorded');
  const around = () => near(log, from, to, quote);
  if (to > log.lineCount) return nowhere(`the log has ${plural(log.lineCount, 'line')}`, around);
  const cited: string[] = [];
  let size = 0;
  for (let number = from; number <= to && size < MAX_CITED_BYTES; number++) {
    const line = (await log.line(number)) ?? '';
    cited.push(line);
    size += line.length;
  }
  return citedText(cited.join('\n'), around);
}

/** Lines anywhere that hold the start of the quote, then those around the cited ones. */
async function near(log: LineReader, from: number, to: number, quote: string): Promise<Section[]> {
  const wanted =
    quote
      .split('\n')
      .map((line) => line.trim())
      .find((line) => line !== '') ?? '';
  const name = 'the log';
  const exact: Section[] = [];
  for (const number of wanted === '' ? [] : await log.search(wanted, 3)) {
    exact.push(section(name, number, await log.lines(number, number)));
  }
  if (exact.length > 0) return exact;
  const first = Math.max(1, Math.min(from, log.lineCount) - MARGIN);
  return [section(name, first, await log.lines(first, Math.min(to, log.lineCount) + MARGIN))];
}
