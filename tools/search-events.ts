/** `search_events`: where a text stands in one trajectory or in all of them. */
import { z } from 'zod';
import type { TraceEvent } from '../src/events/event.js';
import type { Case } from '../src/judge/case.js';
import { compilePattern, type Finder } from '../src/text/pattern.js';
import { renderText } from '../src/text/render.js';
import * as inputs from './inputs.js';
import { paged } from './paging.js';
import { defineTool, type JudgeTool } from './tool.js';
import { trajectoryOf } from './trajectory.js';

const MAX_MATCHES = 200;
const MAX_PER_PART = 5;
/** Characters of a line in which is searched, and of a match that are shown. */
const MAX_LINE = 100_000;
const SHOWN = 240;

export const searchEvents = (caseFile: Pick<Case, 'candidate' | 'candidates'>): JudgeTool =>
  defineTool({
    name: 'search_events',
    description:
      'Lines that hold a text or match a regular expression (RE2) in the events of one candidate, or of all, with event ids.',
    input: z.strictObject({
      pattern: inputs.pattern,
      regex: inputs.regex,
      ignore_case: inputs.ignore_case,
      candidate: inputs.candidate.optional(),
      skip: z.int().min(0).default(0).describe('Matches to leave out.'),
    }),
    run: async ({ pattern, regex, ignore_case, candidate, skip }, signal) => {
      const find = compilePattern(pattern, { isRegex: regex, ignoreCase: ignore_case });
      const aliases = candidate === undefined ? caseFile.candidates.map(({ alias }) => alias) : [candidate];
      const found: string[] = [];
      for (const alias of aliases) {
        if (candidate === undefined && caseFile.candidate(alias).material.events === null) continue;
        for await (const event of trajectoryOf(caseFile, alias).events()) {
          signal.throwIfAborted();
          found.push(...matches(event, find).map((match) => `${alias} ${match}`));
          if (found.length >= skip + MAX_MATCHES) break;
        }
      }
      if (found.length === 0) return { parts: ['nothing matches'] };
      const parts = await paged(found.slice(skip, skip + MAX_MATCHES), {
        from: skip + 1,
        unit: 'matches',
        total: found.length,
        again: (next) => `the same search with skip=${next - 1}`,
      });
      return { parts };
    },
  });

function matches(event: TraceEvent, find: Finder): string[] {
  return (['input', 'output'] as const).flatMap((part) => {
    const found: string[] = [];
    let more = 0;
    for (const line of linesOf(event[part])) {
      const at = find(line);
      if (at < 0) continue;
      if (found.length < MAX_PER_PART) found.push(`${event.id} ${part}: ${around(line, at)}`);
      else more += 1;
    }
    return more === 0 ? found : [...found, `${event.id} ${part}: ${more} more lines match`];
  });
}

/** Lines as they are shown, one at a time, so that a large output is never held twice. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    yield renderText(text.slice(start, Math.min(end, start + MAX_LINE)));
    start = end + 1;
  }
}

function around(line: string, at: number): string {
  const from = Math.max(0, at - SHOWN / 4);
  const cut = line.slice(from, from + SHOWN);
  return `${from > 0 ? '…' : ''}${cut}${from + SHOWN < line.length ? '…' : ''}`;
}
