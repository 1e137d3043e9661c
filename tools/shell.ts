/** `shell`: text tools over the whole group laid out read-only; eyes only, nothing that it shows can be cited. */
import { z } from 'zod';
import { Fault } from '../src/fault.js';
import { orFault, unable } from './engine-fault.js';
import { type Streams, streamParts } from './streams.js';
import { answerOf, defineTool, type JudgeTool } from './tool.js';

export interface ShellResult extends Streams {
  readonly exit_code: number | null;
  readonly timed_out: boolean;
}

/** Runs a shell command over the read-only layout of the group; null where there is none. */
export type RunShell = ((command: string, signal: AbortSignal) => Promise<ShellResult>) | null;

export const shell = (run: RunShell): JudgeTool =>
  defineTool({
    name: 'shell',
    description:
      'Runs a command such as grep, diff, sort or wc over the read-only workspace: task.md, base/, and candidates/ALIAS with tree/, patch.diff, test.log, summary.md and events.jsonl. It proves nothing by itself: cite the file, event or patch that it led you to.',
    input: z.strictObject({ command: z.string().trim().min(1).max(4000) }),
    run: async ({ command }, signal) => {
      if (run === null)
        return { ...answerOf('not available: there is no workspace to look at here'), is_error: true };
      const result = await orFault(run(command, signal));
      if (result instanceof Fault) return unable(result.message);
      const ending = result.timed_out ? 'stopped at the time limit' : `exit ${result.exit_code ?? 'unknown'}`;
      return { parts: [ending, ...streamParts(result)] };
    },
  });
