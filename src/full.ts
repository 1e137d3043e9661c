/** Which errors of the system say that a disk takes no more: told by their code, as a message may hold a candidate's file name. */

export const FULL_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

export const saysFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && FULL_CODES.has(String(error.code));
