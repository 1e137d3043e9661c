/** Runs the command of a criterion in the sandbox, on the rollout's own tree, or takes its ending from the recording. */
import { quoteOf } from '../../src/detect/cite.js';
import { BASE } from '../../src/evidence/provenance.js';
import { type CommandEnding, readCommand } from '../../src/grs/command.js';
import type { CriterionAnswer } from '../../src/grs/verdicts.js';
import type { Citation } from '../../src/records/citation.js';
import type { CommandCheck } from '../../src/records/task-rubric.js';
import { renderBytes } from '../../src/text/render.js';
import type { CheckRecord } from '../../tools/checks.js';
import { runCheck } from '../../tools/run-check.js';
import { invoke, type Observation } from '../../tools/tool.js';
import type { JsonObject } from '../providers/turn.js';
import { checkLimits } from '../rerun/task-check.js';
import type { Room, Work } from './room.js';
import { commandCall } from './sandbox.js';

/** Whatever a rubric or a task says. */
const MOST_SECONDS = 600;

export async function runCommand(
  criterion: string,
  check: CommandCheck,
  work: Work,
  room: Room,
): Promise<Omit<CriterionAnswer, 'id'>> {
  const run = (tree: string, call_id: string) => checkOf({ tree, call_id, check }, work, room);
  const own = await run(work.unit.alias, commandCall(criterion));
  if (own.check === undefined) return { verdict: 'unassessed', reason: own.text, citations: [] };
  const reading = await readCommand(check, endingOf(own.check), async () => {
    const base = await run(BASE, `${commandCall(criterion)} base`);
    return base.check === undefined ? null : endingOf(base.check);
  });
  return {
    ...reading,
    reason: `check ${own.check.check_id}: ${reading.reason}`,
    citations: citationOf(own.check),
  };
}

interface Run {
  readonly tree: string;
  readonly call_id: string;
  readonly check: CommandCheck;
}

async function checkOf({ tree, call_id, check }: Run, work: Work, room: Room): Promise<Observation> {
  const { unit, session, caseFile, checks, nonce } = work;
  const call = { phase: 'assess' as const, pass: unit.pass, call_id, tool: 'run_check' };
  const recorded = session.answered(call);
  if (recorded !== null) {
    const stored = recorded.check as CheckRecord | undefined;
    if (stored !== undefined) checks.restore(stored);
    return { ...recorded.result, ...(stored !== undefined && { check: stored }) };
  }
  const { facts, until } = room.request;
  const { time_s, workdir } = checkLimits(facts.group.task);
  const seconds = check.timeout_s ?? time_s;
  const args = { tree, command: check.command, timeout_s: Math.min(seconds, MOST_SECONDS) };
  const tool = runCheck(caseFile, room.sandbox, checks, {
    time_s: MOST_SECONDS,
    workdir,
  });
  const seenNow = await invoke(
    [tool],
    { name: tool.name, arguments: args, malformed: null },
    { nonce, signal: until },
  );
  await session.steps.tool({
    ...call,
    arguments: args,
    result: { text: seenNow.text, is_error: seenNow.is_error },
    ...(seenNow.check !== undefined && { check: seenNow.check as unknown as JsonObject }),
  });
  return seenNow;
}

const streamOf = (text: string | null): string =>
  text === null ? '' : renderBytes(Buffer.from(text, 'base64'));

const endingOf = ({ exit_code, timed_out, stdout }: CheckRecord): CommandEnding => ({
  exit_code,
  timed_out,
  stdout: streamOf(stdout),
});

/** The first line that the command printed, if it printed anything. */
function citationOf({ check_id, stdout, stderr }: CheckRecord): Citation[] {
  for (const [stream, text] of [
    ['stdout', streamOf(stdout)],
    ['stderr', streamOf(stderr)],
  ] as const) {
    const line = text.split('\n').find((one) => one.trim() !== '');
    const quote = line === undefined ? null : quoteOf(line);
    if (quote !== null) return [{ kind: 'check', check_id, stream, quote }];
  }
  return [];
}
