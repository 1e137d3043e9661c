/** Path patterns of the trainer: a file, a folder, or a glob with `*`, `**` and `?`. */

/**
 * True where the pattern names the path or a folder above it. `*` and `?` stay inside one segment, `**` spans any number;
 * a pattern without a slash matches at every depth, as in a .gitignore.
 */
export function matchesPattern(pattern: string, path: string): boolean {
  const wanted = pattern
    .replace(/^\.?\//, '')
    .replace(/\/+$/, '')
    .split('/');
  const anchored = wanted.length > 1 || pattern.startsWith('/') ? wanted : ['**', ...wanted];
  return matchSegments([...anchored, '**'], path.split('/'));
}

/** Dynamic programming over both lists, so that no pattern costs more than their product. */
function matchSegments(pattern: readonly string[], path: readonly string[]): boolean {
  let reached = path.map(() => false).concat(false);
  reached[0] = true;
  for (const part of pattern) {
    const next = reached.map(() => false);
    let any = false;
    for (let at = 0; at <= path.length; at++) {
      any ||= reached[at] === true;
      if (part === '**') next[at] = any;
      else if (at > 0 && reached[at - 1] === true) next[at] = matchSegment(part, path[at - 1] as string);
    }
    reached = next;
  }
  return reached[path.length] === true;
}

function matchSegment(pattern: string, text: string): boolean {
  let at = 0;
  let retry = -1;
  let retryText = 0;
  for (let here = 0; here < text.length; ) {
    const wanted = pattern[at];
    if (wanted === '*') {
      retry = at++;
      retryText = here;
    } else if (wanted !== undefined && (wanted === '?' || wanted === text[here])) {
      at += 1;
      here += 1;
    } else if (retry >= 0) {
      at = retry + 1;
      here = ++retryText;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}
