/** JSON.parse for text that a stranger wrote: never throws, and refuses documents that would cost far more memory than their size. */

/** Text below this size cannot cost much whatever it holds. */
const SMALL = 1_000_000;
/** Values that a larger text may hold; each costs up to some hundred bytes. */
const MAX_VALUES = 2_000_000;

export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: 'not_json' | 'too_many_values' };

export function parseJson(text: string): Parsed {
  if (text.length > SMALL && hasTooManyValues(text)) return { ok: false, reason: 'too_many_values' };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, reason: 'not_json' };
  }
}

/** Counts the brackets and commas outside strings: 64 MB of `[[],[],…` would parse into gigabytes. */
function hasTooManyValues(text: string): boolean {
  let values = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x22) i = endOfString(text, i);
    else if (unit === 0x2c || unit === 0x5b || unit === 0x7b) {
      values += 1;
      if (values > MAX_VALUES) return true;
    }
  }
  return false;
}

function endOfString(text: string, quote: number): number {
  let i = quote + 1;
  while (i < text.length) {
    const unit = text.charCodeAt(i);
    if (unit === 0x22) return i;
    i += unit === 0x5c ? 2 : 1;
  }
  return i;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field that must be text to count. Names of ours are never among those that every object inherits. */
export function text(record: JsonObject, name: string): string | undefined {
  const value = record[name];
  return typeof value === 'string' ? value : undefined;
}

/** A 32-bit integer, or null for everything else: texts, booleans, fractions. */
export const wholeNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : null;

/** One line of JSON, or null where a value is nested too deeply to be written. */
export function toJson(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null;
  }
}
