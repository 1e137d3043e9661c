/** The file names in the headers of a git diff: quoted, spaced, prefixed, or missing. */
import { endOfQuoted } from '../text/quoted.js';

const ESCAPES: Record<string, string> = {
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  '"': '"',
  '\\': '\\',
};

const PIECE = /[^"\\]+|\\(?:[abtnvfr"\\]|[0-3][0-7]{2})/y;

/** Undoes git's C-style quoting at the start of `text`; null where it does not start with a whole quoted name. */
export function unquote(text: string): { name: string; rest: string } | null {
  if (!text.startsWith('"')) return null;
  const end = endOfQuoted(text, 1, PIECE);
  if (text[end] !== '"') return null;
  return { name: withoutEscapes(text, 1, end), rest: text.slice(end + 1) };
}

/** One escape after the other: a name may be nothing but ten thousand of them. */
function withoutEscapes(text: string, from: number, end: number): string {
  let name = '';
  let at = from;
  for (let mark = text.indexOf('\\', at); mark >= 0 && mark < end; mark = text.indexOf('\\', at)) {
    name += text.slice(at, mark);
    const code = text[mark + 1] ?? '';
    const isOctal = code >= '0' && code <= '7';
    at = mark + (isOctal ? 4 : 2);
    name += isOctal
      ? String.fromCharCode(Number.parseInt(text.slice(mark + 1, at), 8))
      : (ESCAPES[code] ?? code);
  }
  return name + text.slice(at, end);
}

/** The name of a `rename from` or `copy to` line: it carries no prefix. */
export const plainName = (text: string): string => unquote(text)?.name ?? text;

/** The name behind `--- ` or `+++ ` without its prefix; null for /dev/null. A time stamp stands behind a tab. */
export function fileName(text: string): string | null {
  const name = unquote(text)?.name ?? text.split('\t', 1)[0] ?? '';
  return name === '/dev/null' ? null : withoutPrefix(name);
}

/** Drops the first component, as `git apply` does by default. */
function withoutPrefix(name: string): string {
  const slash = name.indexOf('/');
  return slash < 0 ? name : name.slice(slash + 1);
}

/** The one name of `diff --git A B` where A and B agree behind their prefixes; null where they do not (renames say theirs elsewhere). */
export function commonName(text: string): string | null {
  const first = unquote(text);
  if (first !== null) return agreed(first.name, plainName(first.rest.slice(1)));
  const quote = text.indexOf('"');
  // As in git, the first quote begins the second name: a name with one in it is never written without.
  if (quote >= 0)
    return text[quote - 1] === ' ' ? agreed(text.slice(0, quote - 1), plainName(text.slice(quote))) : null;
  const slash = text.indexOf('/');
  let next = slash;
  for (let space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', space + 1)) {
    if (next >= 0 && next < space) next = text.indexOf('/', space);
    // A line may have millions of blanks: only where the lengths agree are the names looked at.
    const length = space - (slash < space ? slash + 1 : 0);
    if (length !== text.length - Math.max(space, next) - 1) continue;
    const name = agreed(text.slice(0, space), text.slice(space + 1));
    if (name !== null) return name;
  }
  return null;
}

function agreed(first: string, second: string): string | null {
  const name = withoutPrefix(first);
  return name !== '' && name === withoutPrefix(second) ? name : null;
}
