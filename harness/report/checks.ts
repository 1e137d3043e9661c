/** Reads out of a recording what the judge ran, for an audit. */
import { z } from 'zod';
import { renderBytes } from '../../src/text/render.js';
import { isTurnStep } from '../recording.js';
import type { Recording } from '../recording-file.js';
import type { ToldCheck } from './audit.js';

const stream = z.string().nullish();

/** As far as it is shown; streams in base64. */
const Recorded = z.looseObject({
  check_id: z.string(),
  tree: z.string(),
  command: z.string(),
  exit_code: z.number().nullable(),
  timed_out: z.boolean(),
  stdout: stream,
  stderr: stream,
  report: stream,
});

export const toldChecks = ({ head, steps }: Recording): ToldCheck[] =>
  steps.flatMap((step) => {
    const read = Recorded.safeParse(isTurnStep(step) ? undefined : step.check);
    return read.success ? [told(read.data, head.aliases)] : [];
  });

function told(check: z.infer<typeof Recorded>, aliases: Readonly<Record<string, string>>): ToldCheck {
  const { check_id, tree, command, stdout, stderr, report } = check;
  const printed = Object.entries({ stdout, stderr, report }).flatMap(([name, text]) =>
    text ? [{ stream: name, text: renderBytes(Buffer.from(text, 'base64')) }] : [],
  );
  return {
    id: check_id,
    tree: Object.hasOwn(aliases, tree) ? (aliases[tree] ?? tree) : tree,
    command,
    ending: endingOf(check),
    printed,
  };
}

function endingOf({ exit_code, timed_out, report }: z.infer<typeof Recorded>): string {
  if (timed_out) return 'stopped at its time limit';
  if (exit_code !== null) return `exit ${exit_code}`;
  return typeof report === 'string' ? 'a pristine re-run' : 'ended by a signal';
}
