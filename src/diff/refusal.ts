/** Turns what `git apply` says when it refuses a patch into a reason of the wire format. */
import type { PatchReason } from '../vocabulary.js';

export interface Refusal {
  readonly reason: PatchReason;
  /** As git names it; a string of bytes like the text it was read from. */
  readonly path?: string;
  /** Line of the patch text. */
  readonly patchLine?: number;
  /** Line of the file that the failing hunk starts from. */
  readonly fileLine?: number;
  /** git's own first sentence. */
  readonly message: string;
}

interface Rule {
  readonly reason: PatchReason;
  /** Named groups: path, line (of the patch), start (of the hunk in the file). */
  readonly pattern: RegExp;
}

// The first rule that fits a line wins, and the first line that any rule fits decides.
const RULES: readonly Rule[] = [
  { reason: 'not_a_diff', pattern: /^(No valid patches in input|unrecognized input)/ },
  {
    reason: 'no_binary_data',
    pattern: /^cannot apply binary patch to '(?<path>.*)' without full index line$/,
  },
  { reason: 'no_binary_data', pattern: /^missing binary patch data for '(?<path>.*)'$/ },
  { reason: 'prefix', pattern: /^git diff header lacks filename information .*\(line (?<line>\d+)\)$/ },
  { reason: 'prefix', pattern: /^unable to find filename in patch at (line |.*:)(?<line>\d+)$/ },
  { reason: 'corrupt', pattern: /^corrupt (binary )?patch at (line |.*?:)(?<line>\d+)/ },
  { reason: 'corrupt', pattern: /^unrecognized binary patch at (line |.*?:)(?<line>\d+)/ },
  {
    reason: 'corrupt',
    pattern: /^patch (fragment without header|with only garbage) at (line |.*?:)(?<line>\d+)/,
  },
  { reason: 'corrupt', pattern: /^git apply: bad git-diff .* on line (?<line>\d+)$/ },
  { reason: 'corrupt', pattern: /^(invalid mode on line|inconsistent header lines) (?<line>\d+)/ },
  { reason: 'corrupt', pattern: /^new file (?<path>.*) depends on old contents$/ },
  { reason: 'corrupt', pattern: /^deleted file (?<path>.*) still has contents$/ },
  { reason: 'bad_path', pattern: /^invalid path '(?<path>.*)'$/ },
  { reason: 'bad_path', pattern: /^affected file '(?<path>.*)' is beyond a symbolic link$/ },
  { reason: 'bad_mode', pattern: /^corrupt patch for submodule (?<path>.*)$/ },
  { reason: 'exists', pattern: /^(?<path>.*): already exists in index$/ },
  { reason: 'exists', pattern: /^'(?<path>.*)' appears as both a file and as a directory$/ },
  { reason: 'does_not_apply', pattern: /^patch failed: (?<path>.*):(?<start>\d+)$/ },
  {
    reason: 'does_not_apply',
    pattern: /^(?<path>.*): (does not exist in index|patch does not apply|wrong type)$/,
  },
  {
    reason: 'does_not_apply',
    pattern: /^(the patch applies to (an empty )?|binary patch (does not apply )?to )'(?<path>[^']*)'/,
  },
];

/** `stderr` of a `git apply` without `-v` (which would print the candidate's own lines between git's). */
export function readRefusal(stderr: string): Refusal {
  const said = stderr
    .split('\n')
    .map((line) => /^(?:error|fatal): (.*)$/.exec(line)?.[1])
    .filter((line) => line !== undefined);
  for (const line of said) {
    for (const { reason, pattern } of RULES) {
      const groups = pattern.exec(line)?.groups;
      if (groups !== undefined || pattern.test(line)) return refusal(reason, line, groups);
    }
  }
  return { reason: 'does_not_apply', message: said[0] ?? 'git apply ended without a word' };
}

function refusal(reason: PatchReason, message: string, groups: Record<string, string> = {}): Refusal {
  const { path, line, start } = groups;
  return {
    reason,
    message,
    ...(path === undefined ? {} : { path }),
    ...(line === undefined ? {} : { patchLine: Number(line) }),
    ...(start === undefined ? {} : { fileLine: Number(start) }),
  };
}
