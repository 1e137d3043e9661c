/** Shows bytes as text that can hide nothing: an injective escaping, so equal renderings mean equal bytes. */

/**
 * Everything a reader could not see, or that would move a cursor, becomes `⟦U+XXXX⟧`; a byte that is not UTF-8
 * becomes `⟦xHH⟧`. The opening bracket itself is escaped too, which makes the mapping injective.
 * Kept as they are: tab, newline, and every other visible character.
 */
const OPEN = '\u27E6';
const CLOSE = '\u27E7';

// Cc without \t \n, Cf (bidi, zero-width, tag characters), line and paragraph separators, unassigned
// default-ignorables (fillers, variation selectors, Hangul fillers), lone surrogates, private use.
const HIDDEN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single code points, the u flag keeps them whole
  /[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u0000-\u0008\u000B-\u001F\u007F-\u009F\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2800\u3164\uFE00-\uFE0F\uFFA0\uFFFC\u27E6\u{E0000}-\u{E0FFF}]/gu;
const HIDDEN_ONCE = new RegExp(HIDDEN.source, 'u');

const codeName = (character: string): string =>
  `${OPEN}U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}${CLOSE}`;

/** Escapes an already decoded string. Lone surrogates are escaped as well. */
export function renderText(text: string): string {
  return HIDDEN_ONCE.test(text) ? text.replace(HIDDEN, codeName) : text;
}

/** True where a rendering holds characters that a person could not have seen. CR and the bracket itself do not count. */
export function hasHiddenText(text: string): boolean {
  for (const [character] of text.matchAll(HIDDEN)) {
    if (character !== '\r' && character !== OPEN) return true;
  }
  return false;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Renders raw bytes: valid UTF-8 as `renderText` does, every other byte as `⟦xHH⟧`. */
export function renderBytes(bytes: Uint8Array): string {
  try {
    return renderText(strict.decode(bytes));
  } catch {
    return renderBroken(bytes);
  }
}

function renderBroken(bytes: Uint8Array): string {
  const parts: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) {
      parts.push(`${OPEN}x${bytes[at]?.toString(16).toUpperCase().padStart(2, '0')}${CLOSE}`);
      at += 1;
      continue;
    }
    let end = at + length;
    for (let next = sequenceLength(bytes, end); next > 0; next = sequenceLength(bytes, end)) end += next;
    parts.push(renderText(strict.decode(bytes.subarray(at, end))));
    at = end;
  }
  return parts.join('');
}

/** Length of the well-formed UTF-8 sequence at `at` (Unicode 15, table 3-7), or 0. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at];
  if (lead === undefined) return 0;
  if (lead < 0x80) return 1;
  const length =
    lead >= 0xc2 && lead <= 0xdf ? 2 : (lead & 0xf0) === 0xe0 ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
  if (length === 0 || at + length > bytes.length) return 0;
  for (let i = 1; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1] ?? 0;
  if (lead === 0xe0 && second < 0xa0) return 0;
  if (lead === 0xed && second > 0x9f) return 0;
  if (lead === 0xf0 && second < 0x90) return 0;
  if (lead === 0xf4 && second > 0x8f) return 0;
  return length;
}

/** A name, id or path for a one-line place: rendered, with tabs and newlines escaped as well. */
export function renderName(text: string): string {
  return renderText(text).replace(/[\t\n]/g, codeName);
}
