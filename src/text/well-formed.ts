/** Writes halves of surrogate pairs out: they have no UTF-8 bytes, so no record can hold them. */

const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export const isWellFormed = (text: string): boolean => text.search(HALF) < 0;

/** Each half becomes its escape in JSON, `\ud800`: names that differ go on to differ. */
export const wellFormed = (text: string): string =>
  text.replace(HALF, (half) => `\\u${half.charCodeAt(0).toString(16)}`);

/** The same for all texts and names in a value of JSON. */
export function wellFormedValue(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return value.map(wellFormedValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => [wellFormed(name), wellFormedValue(own)]),
  );
}
