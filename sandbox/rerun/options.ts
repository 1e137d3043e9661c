/** What a re-run is asked for. */
import type { Sandbox } from '../exec/port.js';

export interface RerunProgress {
  /** What was run: `base`, `reference`, or the id of a candidate. */
  readonly what: string;
  /** Runs of the test command so far. */
  readonly checks: number;
}

export interface RerunOptions {
  readonly sandbox: Sandbox;
  /** Folder with the reporters' files. */
  readonly kit: string;
  /** Repetitions of everything that decides; 1 where it is left out. */
  readonly times?: number | undefined;
  /** Ids to run, failed ones too; all passes where it is left out. */
  readonly only?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: RerunProgress) => void) | undefined;
}
