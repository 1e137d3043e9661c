/** Checks that gagar itself ran for the judge: recorded under an id, so that citations can stand on what they printed. */
import { createHash } from 'node:crypto';
import type { CheckReader, RecordedCheck } from '../src/evidence/checks.js';

/** What a recording keeps of a check; streams in base64. */
export interface CheckRecord {
  readonly check_id: string;
  /** An alias, or `base`. */
  readonly tree: string;
  readonly command: string;
  readonly exit_code: number | null;
  readonly timed_out: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly report: string | null;
  /** sha256 over both streams. */
  readonly output_digest: string;
  readonly [key: string]: unknown;
}

export interface RanCheck extends RecordedCheck {
  readonly command: string;
  readonly exit_code: number | null;
  readonly timed_out: boolean;
}

export interface CheckBook extends CheckReader {
  readonly count: number;
  add(check: RanCheck): CheckRecord;
  /** Puts a check of an earlier run back under its own id. */
  restore(record: CheckRecord): void;
}

const base64 = (bytes: Uint8Array | null): string => Buffer.from(bytes ?? []).toString('base64');
const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'base64');

export function openChecks(): CheckBook {
  const known = new Map<string, RecordedCheck>();
  return {
    get count() {
      return known.size;
    },
    get: async (id) => known.get(id) ?? null,
    add: ({ tree, command, exit_code, timed_out, ...streams }) => {
      const check_id = `k${known.size + 1}`;
      known.set(check_id, { tree, ...streams });
      const stdout = base64(streams.stdout);
      const stderr = base64(streams.stderr);
      const report = streams.report === null ? null : base64(streams.report);
      const output_digest = createHash('sha256').update(`${stdout}\n${stderr}`).digest('hex');
      return { check_id, tree, command, exit_code, timed_out, stdout, stderr, report, output_digest };
    },
    restore: ({ check_id, tree, stdout, stderr, report }) => {
      known.set(check_id, {
        tree,
        stdout: bytesOf(stdout),
        stderr: bytesOf(stderr),
        report: report === null ? null : bytesOf(report),
      });
    },
  };
}
