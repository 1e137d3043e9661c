/** `run_check`: one command on a fresh copy of one tree, in the sandbox; what it prints is on record and can be cited. */
import { z } from 'zod';
import type { ExecResult, Sandbox } from '../sandbox/exec/port.js';
import { readerTree } from '../sandbox/exec/reader-tree.js';
import { BASE } from '../src/evidence/provenance.js';
import { Fault } from '../src/fault.js';
import type { Case } from '../src/judge/case.js';
import type { CheckBook } from './checks.js';
import { orFault, unable } from './engine-fault.js';
import * as inputs from './inputs.js';
import { streamParts } from './streams.js';
import { defineTool, type JudgeTool } from './tool.js';

export interface CheckOptions {
  /** Longest time of one check in seconds. */
  readonly time_s: number;
  /** Where the tree lies: the path that training used. */
  readonly workdir?: string | undefined;
}

/** Kept of each stream; a claim that needs more than this should print less. */
const OUTPUT_BYTES = 64 * 1024;

export const runCheck = (
  { tree }: Pick<Case, 'tree'>,
  sandbox: Pick<Sandbox, 'exec' | 'unavailable'>,
  checks: Pick<CheckBook, 'add'>,
  { time_s, workdir }: CheckOptions,
): JudgeTool =>
  defineTool({
    name: 'run_check',
    description: `Runs a shell command in a fresh copy of one tree, without network, at most ${time_s} s. The copy is gone afterwards. What it printed is recorded under a check id that citations can name; it proves how that tree behaves.`,
    input: z.strictObject({
      tree: inputs.tree,
      command: z.string().trim().min(1).max(4000),
      timeout_s: z.number().positive().max(time_s).default(time_s),
    }),
    run: async ({ tree: name, command, timeout_s }, signal) => {
      const source = readerTree(tree(BASE), tree(name));
      if (sandbox.unavailable !== null) return unable(sandbox.unavailable);
      const limits = { time_s: timeout_s, output_bytes: OUTPUT_BYTES };
      const place = workdir === undefined ? {} : { workdir };
      const ran = await orFault(
        sandbox.exec(source, ['/bin/sh', '-c', command], limits, { signal, ...place }),
      );
      if (ran instanceof Fault) return unable(ran.message);
      if (ran.not_started !== null) return unable(ran.not_started);
      const { exit_code, timed_out, stdout, stderr } = ran;
      const check = checks.add({ tree: name, command, exit_code, timed_out, stdout, stderr, report: null });
      return { parts: [endingLine(check.check_id, ran), ...streamParts(ran)], check };
    },
  });

function endingLine(id: string, ran: ExecResult): string {
  const facts = [
    ran.timed_out ? 'stopped at the time limit' : `exit ${ran.exit_code ?? 'unknown'}`,
    ran.oom ? 'out of memory' : null,
    ran.pids_limit_hit ? 'process limit reached' : null,
    ran.no_space ? 'no space left' : null,
    ran.flooded ? 'stopped for too much output' : null,
  ];
  return `check ${id}: ${facts.filter((fact) => fact !== null).join(', ')}`;
}
