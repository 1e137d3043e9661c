/** Keeps keys out of everything that leaves a provider, even where a server echoes them. */
import { mapTexts } from '../../src/text/map-texts.js';
import type { Call } from './turn.js';

const HIDDEN = '[redacted]';
/** What keys of the known services look like, whole or clipped, and whatever follows `Bearer`. */
const KEY_SHAPES = /\b(?:sk|key|api|gsk|xai|hf|nvapi)[-_][\w-]{12,}|\bBearer\s+\S+/g;
/**
 * What is shorter stands in for a key at servers that check none (`test`, `EMPTY`). Such a word is no secret, and a
 * part of many others: to hide it in what a judge says would break paths and names.
 */
const SHORTEST_SECRET = 8;

/** All ways in which a key can stand in a text, of which JSON may be a part. */
const spellings = (key: string): string[] => [
  key,
  JSON.stringify(key).slice(1, -1),
  encodeURIComponent(key),
  Buffer.from(key).toString('base64').replace(/=+$/, ''),
];

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** Finds every spelling in one go, the longest first, so that nothing is looked for in what was put in its place. */
function patternOf(keys: readonly string[], before = '', behind = ''): RegExp | null {
  const words = [...new Set(keys.flatMap(spellings))].sort((a, b) => b.length - a.length);
  return words.length === 0 ? null : new RegExp(`${before}(?:${words.map(escaped).join('|')})${behind}`, 'g');
}

const isSecret = (key: string): boolean => key.length >= SHORTEST_SECRET;

/** A line of server text without the keys, nor anything that looks like one; a short key only as a word of its own. */
export function redactLine(line: string, keys: readonly string[]): string {
  const secret = patternOf(keys.filter(isSecret));
  const short = patternOf(
    keys.filter((key) => !isSecret(key)),
    '(?<![\\w-])',
    '(?![\\w-])',
  );
  return [secret, short, KEY_SHAPES].reduce(
    (text, pattern) => (pattern === null ? text : text.replace(pattern, HIDDEN)),
    line,
  );
}

/** Any JSON value of a judge without the keys; the same value where they do not occur. */
export function redactValue<T>(value: T, keys: readonly string[]): T {
  const secret = patternOf(keys.filter(isSecret));
  return secret === null ? value : mapTexts(value, (text) => text.replace(secret, HIDDEN));
}

/** The names of our own fields are nobody's words. */
export const redactCall = ({ malformed, ...call }: Call, keys: readonly string[]): Call => ({
  id: redactValue(call.id, keys),
  name: redactValue(call.name, keys),
  arguments: redactValue(call.arguments, keys),
  malformed: malformed && {
    raw: redactValue(malformed.raw, keys),
    problem: redactValue(malformed.problem, keys),
  },
});
