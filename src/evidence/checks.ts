/** Port to the checks and re-runs that gagar itself ran: what a citation of the kind `check` is held against. */

export interface RecordedCheck {
  /** The tree that it ran on: a candidate's id, or `base`. */
  readonly tree: string;
  /** Raw bytes; null where the check has no such stream. */
  readonly stdout: Uint8Array | null;
  readonly stderr: Uint8Array | null;
  readonly report: Uint8Array | null;
}

export interface CheckReader {
  /** null where no check of this id was recorded. */
  get(id: string): Promise<RecordedCheck | null>;
}
