/** A JSONL filter: every line answered in its place, bad ones with an error, in constant memory and at the reader's pace. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { Fault } from '../../src/fault.js';
import { faultText } from '../../src/fault-text.js';
import { groupIdIn } from '../../src/records/group-id.js';
import { plural } from '../../src/text/plural.js';
import { EXIT } from '../exit.js';
import { type Line, lineBatches } from './lines.js';

/** Turns one line's text into its answer. @throws Fault input where the line cannot be used. */
export type AnswerLine = (text: string) => unknown;

interface Filtered {
  readonly lines: number;
  readonly failed: number;
}

/** Reads `input` to its end; one write per chunk that was read, so a line that came is answered before more is awaited. */
export async function filterLines(
  answer: AnswerLine,
  input: AsyncIterable<Uint8Array>,
  output: Writable,
): Promise<Filtered> {
  let lines = 0;
  let failed = 0;
  for await (const batch of lineBatches(input)) {
    const answered = answerLines(answer, batch);
    lines += batch.length;
    failed += answered.failed;
    if (answered.text !== '' && !output.write(answered.text)) await once(output, 'drain');
  }
  return { lines, failed };
}

/** The answers of some lines, one a line, and how many of them are errors. */
export function answerLines(
  answer: AnswerLine,
  batch: readonly Line[],
): { readonly text: string; readonly failed: number } {
  let text = '';
  let failed = 0;
  for (const line of batch) {
    try {
      text += `${JSON.stringify(answer(textOf(line)))}\n`;
    } catch (error) {
      failed += 1;
      text += `${JSON.stringify(lineError(line, error))}\n`;
    }
  }
  return { text, failed };
}

/** A record over many lines is the usual cause where no line can be used. */
const ONE_A_LINE = '; a line is one whole group, and `jq -c .` makes one of a record over many';

/** The action of a filter command. */
export async function runFilter(answer: AnswerLine): Promise<void> {
  const { lines, failed } = await filterLines(answer, process.stdin, process.stdout);
  if (failed === 0) return;
  process.stderr.write(
    `gagar: ${failed} of ${plural(lines, 'line')} could not be used; each has its error in its place${failed === lines && lines > 1 ? ONE_A_LINE : ''}\n`,
  );
  process.exitCode = EXIT.some_failed;
}

function textOf({ text }: Line): string {
  if (text instanceof Fault) throw text;
  return text;
}

const lineError = ({ number, text }: Line, error: unknown) => ({
  group_id: typeof text === 'string' ? groupIdIn(text) : null,
  line: number,
  error: error instanceof Fault ? faultText(error) : `internal error: ${String(error)}`,
});
