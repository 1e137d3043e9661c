/** `read_summaries`: one line per turn of a trajectory, to find what is worth opening. */
import { z } from 'zod';
import type { Case } from '../src/judge/case.js';
import type { EventReader } from '../src/material.js';
import * as inputs from './inputs.js';
import { paged } from './paging.js';
import { defineTool, type JudgeTool } from './tool.js';
import { trajectoryOf } from './trajectory.js';

export const readSummaries = (caseFile: Pick<Case, 'candidate'>): JudgeTool =>
  defineTool({
    name: 'read_summaries',
    description:
      'One line per turn of a candidate: turn, event ids, kind of call, exit code, sizes, and the command or file. Start here, then open events.',
    input: z.strictObject({ candidate: inputs.candidate, from: inputs.from, to: inputs.to }),
    run: async ({ candidate, from, to }) => {
      const events = trajectoryOf(caseFile, candidate);
      const last = Math.min(to ?? events.turnCount, events.turnCount);
      const parts = await paged(lines(events, from, last), {
        from,
        total: last,
        unit: 'turns',
        again: (next) => `read_summaries with candidate=${candidate} from=${next}`,
      });
      return { parts };
    },
  });

async function* lines(events: EventReader, from: number, to: number): AsyncGenerator<string> {
  for await (const { line } of events.turns(from, to)) yield line;
}
