/** Shows bytes as text that can hide nothing: an injective escaping, so equal renderings mean equal bytes. */

/**
 * Everything a reader could not see or tell apart, or that would move a cursor, becomes `⟦U+XXXX⟧`; a byte that is
 * not UTF-8 becomes `⟦xHH⟧`. The opening bracket itself is escaped too, which makes the mapping injective.
 * Kept as they are: tab, newline, the plain space and every other visible character.
 *
 * Each character is escaped without a look at its neighbours. So the rendering of a text is the rendering of its
 * parts put together (parts cut between characters), and a tool that shows a slice shows what a citation is held
 * against. That is also why look-alike letters are not escaped here: `mixedScriptWords` names them instead.
 */
const OPEN = '\u27E6';
const CLOSE = '\u27E7';

// Controls but tab and newline, Cf (bidi, zero-width, tag characters), line and paragraph separators, lone
// surrogates, private use, default-ignorables (fillers, variation selectors), every blank that is not U+0020.
const SHOWN_AS_ESCAPE =
  /[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{DI}\u0000-\u0008\u000B-\u001F\u007F-\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000\u2800\uFFFC\u27E6]/gu;
const ESCAPED_ONCE = new RegExp(SHOWN_AS_ESCAPE.source, 'u');

const codeName = (character: string): string =>
  `${OPEN}U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}${CLOSE}`;

/** Escapes an already decoded string. Lone surrogates are escaped as well. */
export function renderText(text: string): string {
  return ESCAPED_ONCE.test(text) ? text.replace(SHOWN_AS_ESCAPE, codeName) : text;
}

// The bracket of an escape that was there before, whole or cut off at the end.
const ESCAPED_AGAIN =
  /\u27E6U\+27E6\u27E7(?=(?:U\+[0-9A-F]{4,6}|x[0-9A-F]{2})\u27E7|(?:U(?:\+[0-9A-F]{0,6})?|x[0-9A-F]{0,2})?$)/g;

/** A text that is a rendering, a piece of one, or holds some, such as a quote or a claim: its escapes stay as they are. */
export const renderMessage = (text: string): string => renderText(text).replace(ESCAPED_AGAIN, OPEN);

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
  for (let at = 0; at < bytes.length; ) {
    const end = endOfGood(bytes, at);
    if (end > at) parts.push(renderText(strict.decode(bytes.subarray(at, end))));
    else parts.push(`${OPEN}x${bytes[at]?.toString(16).toUpperCase().padStart(2, '0')}${CLOSE}`);
    at = Math.max(end, at + 1);
  }
  return parts.join('');
}

/** Where the well-formed UTF-8 that begins at `at` ends. */
function endOfGood(bytes: Uint8Array, at: number): number {
  let end = at;
  while (end < bytes.length) {
    if ((bytes[end] ?? 0) < 0x80) {
      end += 1;
      continue;
    }
    const length = sequenceLength(bytes, end);
    if (length === 0) break;
    end += length;
  }
  return end;
}

/** Length of the well-formed UTF-8 sequence at `at` (Unicode 15, table 3-7), or 0. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at];
  if (lead === undefined) return 0;
  if (lead < 0x80) return 1;
  const length = announced(lead);
  if (length === 0 || at + length > bytes.length) return 0;
  for (let i = 1; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1] ?? 0;
  if (lead === 0xe0 && second < 0xa0) return 0;
  if (lead === 0xed && second > 0x9f) return 0;
  if (lead === 0xf0 && second < 0x90) return 0;
  if (lead === 0xf4 && second > 0x8f) return 0;
  return length;
}

/** How many bytes a multi-byte lead announces; 0 for a byte that leads nothing. */
function announced(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if ((lead & 0xf0) === 0xe0) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

/** The last place at or before `end` where bytes can be cut so that both sides render as the whole would. */
export function renderCut(bytes: Uint8Array, end: number): number {
  for (let back = 1; back <= 3 && back <= end; back++) {
    const byte = bytes[end - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    return announced(byte) > back ? end - back : end;
  }
  return end;
}

/** A name, id or path for a one-line place: rendered, with tabs and newlines escaped as well. */
export const renderName = (text: string): string => onOneLine(renderText(text));

/** The same for what may be rendered already, as quotes, claims and the paths of diffs are. */
export const renderMessageLine = (text: string): string => onOneLine(renderMessage(text));

const onOneLine = (rendered: string): string => rendered.replace(/[\t\n]/g, codeName);

const ESCAPED_CHARACTER = /\u27E6U\+([0-9A-F]{4,6})\u27E7/g;

/** The characters behind a rendered text, for questions about characters; bytes that were no UTF-8 stay as they are shown. */
export const unrenderText = (rendered: string): string =>
  rendered.replace(ESCAPED_CHARACTER, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
