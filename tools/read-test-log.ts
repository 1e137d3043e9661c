/** `read_test_log`: lines of a candidate's test log, or those that hold a text. */
import { z } from 'zod';
import { Fault } from '../src/fault.js';
import type { Case } from '../src/judge/case.js';
import type { LineReader } from '../src/material.js';
import * as inputs from './inputs.js';
import { numbered, paged } from './paging.js';
import { defineTool, type JudgeTool } from './tool.js';

const MAX_MATCHES = 200;
/** Lines read at once while a page fills. */
const STEP = 200;

export const readTestLog = ({ candidate }: Pick<Case, 'candidate'>): JudgeTool =>
  defineTool({
    name: 'read_test_log',
    description:
      "Numbered lines of the test harness's log of a candidate, or with `search` the lines that hold a text. A log shows what a run printed; what passed is in list_candidates.",
    input: z.strictObject({
      candidate: inputs.candidate,
      from: inputs.from,
      to: inputs.to,
      search: z.string().min(1).max(1000).optional(),
    }),
    run: async ({ candidate: alias, from, to, search }) => {
      const log = candidate(alias).material.testLog;
      if (log === null) throw new Fault('input', `no test log was recorded for ${alias}`);
      if (search !== undefined) {
        const numbers = await log.search(search, MAX_MATCHES);
        if (numbers.length === 0) return { parts: ['nothing matches'] };
        const again = (): string => `read_test_log with candidate=${alias} and a longer text to search`;
        return {
          parts: await paged(linesAt(log, numbers), { total: numbers.length, unit: 'matches', again }),
        };
      }
      if (from > log.lineCount) return { parts: [`the log has ${log.lineCount} lines`] };
      const last = Math.min(to ?? log.lineCount, log.lineCount);
      const again = (next: number): string => `read_test_log with candidate=${alias} from=${next}`;
      return { parts: await paged(linesFrom(log, from, last), { from, total: last, again }) };
    },
  });

async function* linesAt(log: LineReader, numbers: readonly number[]): AsyncGenerator<string> {
  for (const number of numbers)
    for (const line of await log.lines(number, number)) yield numbered(line, number);
}

async function* linesFrom(log: LineReader, from: number, to: number): AsyncGenerator<string> {
  for (let at = from; at <= to; at += STEP) {
    const lines = await log.lines(at, Math.min(to, at + STEP - 1));
    for (const [index, line] of lines.entries()) yield numbered(line, at + index);
  }
}
