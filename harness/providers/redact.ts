/** Keeps keys out of everything that leaves a provider, even where a server echoes them. */

const HIDDEN = '[redacted]';
/** What keys of the known services look like, whole or clipped, and whatever follows `Bearer`. */
const KEY_SHAPES = /\b(?:sk|key|api|gsk|xai|hf|nvapi)[-_][\w-]{12,}|\bBearer\s+\S+/g;

/** All ways in which a key can stand in JSON text. */
const spellings = (key: string): string[] => [
  ...new Set([
    JSON.stringify(key).slice(1, -1),
    encodeURIComponent(key),
    Buffer.from(key).toString('base64').replace(/=+$/, ''),
  ]),
];

/** A line of server text without the keys, nor anything that looks like one. */
export const redactLine = (line: string, keys: readonly string[]): string =>
  keys
    .flatMap((key) => [key, ...spellings(key)])
    .reduce((text, word) => text.replaceAll(word, HIDDEN), line)
    .replace(KEY_SHAPES, HIDDEN);

/** Any JSON value without the keys; the same value where they do not occur. */
export function redactValue<T>(value: T, keys: readonly string[]): T {
  const text = JSON.stringify(value);
  const words = keys.flatMap(spellings).filter((word) => text.includes(word));
  if (words.length === 0) return value;
  return JSON.parse(words.reduce((rest, word) => rest.replaceAll(word, HIDDEN), text)) as T;
}
