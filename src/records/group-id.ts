/** Finds the group that a refused text is about, so that a trainer can join the error with its own group. */

/** Best effort: also where the record is refused, or is Python's JSON with a NaN in it and the id comes early. */
export function groupIdIn(text: string): string | null {
  try {
    const start = /^[\s{]*(?:"schema"\s*:\s*"[^"\\]*"\s*,\s*)?"group_id"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(
      text,
    )?.[1];
    const id: unknown = start === undefined ? JSON.parse(text)?.group_id : JSON.parse(start);
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}
