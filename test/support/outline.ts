/** Events of a trajectory as short lines, to be compared in tests. */
import type { TraceEvent } from '../../src/events/event.js';

const quoted = (text: string): string => JSON.stringify(text.length <= 60 ? text : `${text.slice(0, 60)}…`);

/** `1 call bash shell "pytest -q" exit 1 -> "1 failed"`; what is left out is as it mostly is. */
export function outline(event: TraceEvent): string {
  const { turn, thread, type, role, tool, kind, files, exit_code, notes, input, output } = event;
  const isCall = type === 'call';
  return [
    turn,
    thread === 'main' ? null : `(${thread})`,
    isCall && role === 'assistant' ? type : `${type} ${role}`,
    isCall ? `${tool} ${kind}` : null,
    type === 'unmatched_result' ? quoted(output) : quoted(input),
    files.length > 0 ? `files ${files.join(' ')}` : null,
    exit_code === null ? null : `exit ${exit_code}`,
    notes.length > 0 ? `[${notes.join(' ')}]` : null,
    isCall && !notes.includes('no_result_recorded')
      ? `-> ${event.output_bytes === null ? 'null' : quoted(output)}`
      : null,
  ]
    .filter((part) => part !== null)
    .join(' ');
}
