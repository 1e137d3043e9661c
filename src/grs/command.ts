/** What a rubric's command says of a candidate: read by code from its exit code and its output. */
import { type CommandCheck, stdoutLines } from '../records/task-rubric.js';
import type { CriterionVerdict } from '../vocabulary.js';

/** How a command ended on one tree. */
export interface CommandEnding {
  /** null where it was stopped. */
  readonly exit_code: number | null;
  readonly timed_out: boolean;
  readonly stdout: string;
}

export interface CommandReading {
  readonly verdict: CriterionVerdict;
  readonly reason: string;
  /** The command ends properly neither here nor on the base; where it does for another pass, this is a `no` after all. */
  readonly open?: true;
}

/** An ending that says nothing by itself: stopped, or sh found no such program. */
export const isInconclusive = ({ exit_code, timed_out }: CommandEnding): boolean =>
  timed_out || exit_code === null || exit_code === 126 || exit_code === 127;

/**
 * An inconclusive ending counts against the candidate where the same command ends properly on the base: a patch that is
 * slow, or takes a program away, must not buy its whole group a way out of the rubric.
 * @param onBase asked only then
 */
export async function readCommand(
  check: Pick<CommandCheck, 'stdout' | 'partial_lines' | 'partial_exit'>,
  ending: CommandEnding,
  onBase: () => Promise<CommandEnding | null>,
): Promise<CommandReading> {
  if (isInconclusive(ending)) {
    const base = await onBase();
    if (base === null)
      return { verdict: 'unassessed', reason: `${endingText(ending)}; the base was not run` };
    if (isInconclusive(base))
      return { verdict: 'unassessed', reason: `${endingText(ending)}, as on the base`, open: true };
    return { verdict: 'no', reason: `${endingText(ending)}; on the base it ends with ${base.exit_code}` };
  }
  return check.stdout === undefined ? byExit(check, ending) : byOutput(check, check.stdout, ending);
}

const endingText = ({ exit_code, timed_out }: CommandEnding): string =>
  timed_out
    ? 'stopped at the time limit'
    : exit_code === null
      ? 'stopped'
      : `exit ${exit_code}: no such program`;

function byExit(
  { partial_exit }: Pick<CommandCheck, 'partial_exit'>,
  { exit_code }: CommandEnding,
): CommandReading {
  const verdict = exit_code === 0 ? 'yes' : exit_code === partial_exit ? 'partial' : 'no';
  return { verdict, reason: `exit ${exit_code}` };
}

function byOutput(
  { partial_lines, partial_exit }: Pick<CommandCheck, 'partial_lines' | 'partial_exit'>,
  expected: string,
  { exit_code, stdout }: CommandEnding,
): CommandReading {
  const [wanted, printed] = [stdoutLines(expected), stdoutLines(stdout)];
  const right = wanted.filter((line, index) => printed[index] === line).length;
  const reason = `exit ${exit_code}, ${right} of ${wanted.length} lines as expected`;
  const isHalf = exit_code === partial_exit || (partial_lines !== undefined && right >= partial_lines);
  if (exit_code === 0 && right === wanted.length && printed.length === wanted.length)
    return { verdict: 'yes', reason };
  return { verdict: isHalf && (exit_code === 0 || exit_code === partial_exit) ? 'partial' : 'no', reason };
}
