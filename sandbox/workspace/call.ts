/** What is asked of the shared box, whichever way it is made. */

/** Where the group lies in the box. */
export const GROUP_FOLDER = '/group';

export interface BoxCall {
  readonly argv: readonly string[];
  /** The person's own terminal is handed to the program. */
  readonly terminal: boolean;
  readonly signal: AbortSignal;
}
