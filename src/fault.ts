/** The one error class of gagar: a closed set of codes, each mapped to an exit code at the edge. */

/**
 * - `usage`: the caller asked for something that does not exist (exit 2)
 * - `input`: a group, patch, line or file cannot be used (exit 2)
 * - `environment`: git, disk, engine, key or model is missing or refuses (exit 3)
 * - `cancelled`: a signal or a deadline stopped the work (exit 130)
 * - `internal`: a broken promise of our own code (exit 1)
 */
export type FaultCode = 'usage' | 'input' | 'environment' | 'cancelled' | 'internal';

/** Where an input fault sits: what an error message must be able to name. */
export interface FaultPlace {
  readonly file?: string;
  /** Path inside the record, e.g. `rollouts[3].reward`. */
  readonly field?: string;
  readonly line?: number;
  /** Where one record has several faults: all of them; the message counts and lists the first ones. */
  readonly problems?: readonly Problem[];
}

/** One thing that is wrong, or odd, in a record. */
export interface Problem {
  readonly field: string;
  readonly line?: number;
  readonly message: string;
}

export class Fault extends Error {
  override readonly name = 'Fault';
  constructor(
    readonly code: FaultCode,
    message: string,
    readonly place: FaultPlace = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
