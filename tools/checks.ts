/** Checks that gagar itself ran for the judge: recorded under an id, so that citations can stand on what they printed. */
import { createHash } from 'node:crypto';
import type { CheckReader, RecordedCheck } from '../src/evidence/checks.js';
import type { Rerun } from '../src/records/rollout-result.js';

/** What a recording keeps of a check; streams in base64. */
export interface CheckRecord {
  readonly check_id: string;
  /** An alias, or `base`. */
  readonly tree: string;
  readonly command: string;
  readonly exit_code: number | null;
  readonly timed_out: boolean;
  readonly stdout: string | null;
  readonly stderr: string | null;
  readonly report: string | null;
  /** sha256 over the streams. */
  readonly output_digest: string;
  /** What the result says of a pristine re-run. */
  readonly rerun?: Rerun;
}

export interface RanCheck extends RecordedCheck {
  readonly command: string;
  readonly exit_code: number | null;
  readonly timed_out: boolean;
  readonly rerun?: Rerun;
}

export interface CheckBook extends CheckReader {
  readonly count: number;
  /** By alias. */
  readonly reruns: ReadonlyMap<string, Rerun>;
  add(check: RanCheck): CheckRecord;
  /** Puts a check of an earlier run back under its own id. */
  restore(record: CheckRecord): void;
}

const base64 = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : Buffer.from(bytes).toString('base64');
const bytesOf = (text: string | null): Uint8Array | null =>
  text === null ? null : Buffer.from(text, 'base64');

/** @param prefix of the ids: several books of one group keep theirs apart */
export function openChecks(prefix = 'k'): CheckBook {
  const known = new Map<string, RecordedCheck>();
  const reruns = new Map<string, Rerun>();
  const restore = ({ check_id, tree, rerun, ...streams }: CheckRecord): void => {
    known.set(check_id, {
      tree,
      stdout: bytesOf(streams.stdout),
      stderr: bytesOf(streams.stderr),
      report: bytesOf(streams.report),
    });
    if (rerun !== undefined) reruns.set(tree, rerun);
  };
  return {
    get count() {
      return known.size;
    },
    get: async (id) => known.get(id) ?? null,
    get reruns() {
      return reruns;
    },
    add: ({ stdout, stderr, report, ...facts }) => {
      const streams = { stdout: base64(stdout), stderr: base64(stderr), report: base64(report) };
      const output_digest = createHash('sha256').update(JSON.stringify(streams)).digest('hex');
      const record = { check_id: `${prefix}${known.size + 1}`, ...facts, ...streams, output_digest };
      restore(record);
      return record;
    },
    restore,
  };
}
