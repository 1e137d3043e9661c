/** A first look at a file of unknown format: its name, and the records that its first kilobytes hold. */
import { isObject, type JsonObject, parseJson } from '../text/json.js';

export interface Look {
  /** Path or name as given, with `/` between its parts. */
  readonly name: string;
  /** The first characters of the file. */
  readonly text: string;
  /** The lines, the elements of a list, or the one document, as far as they can be read; empty for plain text. */
  readonly records: readonly unknown[];
  /** The first record where it is an object, else an empty one. */
  readonly first: JsonObject;
}

/** More than this is not looked at. */
const MAX_LOOK = 256 * 1024;
const MAX_RECORDS = 100;
/** An escape that the end of the text cuts; a backslash that is itself escaped is none. */
const HALF_ESCAPE = /(?<!\\)((?:\\\\)*)\\(?:u[0-9a-fA-F]{0,3})?$/;

/** @param start the beginning of the file; 64 kB are enough */
export function lookAt(name: string, start: string): Look {
  const text = start.slice(0, MAX_LOOK).replace(/^\ufeff/, '');
  const records = recordsIn(text).slice(0, MAX_RECORDS);
  const [first] = records;
  return { name: name.replaceAll('\\', '/'), text, records, first: isObject(first) ? first : {} };
}

function recordsIn(text: string): readonly unknown[] {
  if (!/^\s*[[{]/.test(text)) return [];
  const [line = '', ...lines] = text.split('\n').filter((one) => one.trim() !== '');
  const first = parseJson(line);
  if (first.ok && lines.length > 0) {
    const others = lines.slice(0, MAX_RECORDS - 1).map((one) => parseJson(one));
    return [first.value, ...others.flatMap((one) => (one.ok ? [one.value] : []))];
  }
  const whole = parseBeginning(text);
  return Array.isArray(whole) ? whole : whole === undefined ? [] : [whole];
}

/** Parses JSON that was cut somewhere: what is open at the cut is closed, what is half said is left out. */
export function parseBeginning(text: string): unknown {
  const { end, inString, open, comma } = scan(text);
  const whole = text.slice(0, end);
  const candidates = [
    inString ? `${whole.replace(HALF_ESCAPE, '$1')}"${closers(open)}` : whole + closers(open),
    comma === null ? '' : text.slice(0, comma.at) + closers(comma.open),
  ];
  for (const candidate of candidates) {
    const parsed = parseJson(candidate);
    if (parsed.ok) return parsed.value;
  }
  return undefined;
}

interface Bracket {
  readonly closer: string;
  readonly outer: Bracket | null;
}

const closers = (bracket: Bracket | null): string => {
  let all = '';
  for (let open = bracket; open !== null; open = open.outer) all += open.closer;
  return all;
};

interface Cut {
  /** Where the first value of the text ends, or the text itself. */
  readonly end: number;
  readonly inString: boolean;
  readonly open: Bracket | null;
  /** The last comma outside of strings, and what was open there. */
  readonly comma: { readonly at: number; readonly open: Bracket | null } | null;
}

function scan(text: string): Cut {
  let open = null as Bracket | null;
  let comma: Cut['comma'] = null;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (inString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === '{' || sign === '[') open = { closer: sign === '{' ? '}' : ']', outer: open };
    else if (sign === ',') comma = { at, open };
    else if (sign === '}' || sign === ']') {
      open = open?.outer ?? null;
      if (open === null) return { end: at + 1, inString, open, comma };
    }
  }
  return { end: text.length, inString, open, comma };
}
