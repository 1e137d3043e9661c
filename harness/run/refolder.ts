/** Answers one stored result with the same result under other settings. */
import { Fault } from '../../src/fault.js';
import { refold } from '../../src/fold/refold.js';
import type { FoldSettings } from '../../src/fold/settings.js';
import { GroupFailure } from '../../src/records/batch.js';
import type { Result } from '../../src/records/result.js';
import { parseStored } from '../../src/records/stored.js';
import { fromCommandLine, settingsOf } from './options.js';

/** Options of `gagar refold`, as they were typed; plain data, which goes to threads. What is left out is as shipped. */
export interface RefoldOptions {
  readonly profile?: string;
  readonly rubric?: string;
  readonly lambdaMax?: string;
  readonly mode?: string;
}

/**
 * @returns a function that throws Fault input for a result that cannot be used.
 * @throws Fault usage or input for settings that cannot be used.
 */
export function refolder(options: RefoldOptions): (text: string | Uint8Array) => Result {
  const settings = settingsOf(fromCommandLine({ ...options }));
  return (text) => {
    const result = resultIn(text);
    // A result that a task's rubric refined was scored under no other; the fold says what it lacks.
    if (result.route.name !== 'grs') checkKnown(result, settings, options);
    return refold(result, settings);
  };
}

/** A batch has lines of another kind too: groups that have no result, with the reason. */
function resultIn(text: string | Uint8Array): Result {
  try {
    return parseStored(text);
  } catch (error) {
    const failure = failureIn(String(Buffer.from(text)));
    throw failure === null ? error : new Fault('input', `has no result: ${failure.error}`);
  }
}

function failureIn(text: string): GroupFailure | null {
  try {
    return GroupFailure.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** A result does not hold the texts that it was scored and folded with, only their digests. */
function checkKnown({ judge }: Result, { rubric, profile }: FoldSettings, named: RefoldOptions): void {
  if (named.rubric === undefined && judge.rubric_digest !== rubric.digest)
    throw new Fault('input', 'was graded under another rubric than the shipped one: name it with --rubric');
  if (named.profile === undefined && judge.profile_digest !== profile.digest)
    throw new Fault('input', 'was folded under another profile than `flash`: name one with --profile');
}
