/** Bytes as strings of one character per byte, so that a patch can be cut by text operations and come back unchanged. */
import { renderBytes } from '../text/render.js';

const CHUNK = 1 << 15;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** One character (U+0000 to U+00FF) per byte. */
export function toBinary(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) parts.push(chunkToBinary(bytes.subarray(at, at + CHUNK)));
  return parts.join('');
}

/** Nearly every chunk is ASCII, which the decoder reads a hundred times faster than a loop. */
function chunkToBinary(chunk: Uint8Array): string {
  try {
    const text = utf8.decode(chunk);
    if (text.length === chunk.length) return text;
  } catch {
    // Not UTF-8, or a character cut in two: byte by byte.
  }
  return String.fromCharCode.apply(null, chunk as unknown as number[]);
}

export function fromBinary(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

const PLAIN = /^[\t\n\x20-\x7E]*$/;

/** What `renderBytes` makes of the bytes behind `text`. */
export const renderBinary = (text: string): string =>
  PLAIN.test(text) ? text : renderBytes(fromBinary(text));

const BREAKS: Record<string, string> = { '\t': '\u27E6U+0009\u27E7', '\n': '\u27E6U+000A\u27E7' };

/** A path of a tree, rendered for one line. Injective, so it names the file in reports, citations and look-ups alike. */
export const renderPath = (name: string): string =>
  renderBinary(name).replace(/[\t\n]/g, (character) => BREAKS[character] ?? character);

const ESCAPE = /\u27E6(?:U\+([0-9A-F]+)|x([0-9A-F]{2}))\u27E7/;

/** The name behind a rendered path, one character per byte. */
export const unrenderPath = (path: string): string =>
  path
    .split(ESCAPE)
    .map((part, index) => {
      if (part === undefined) return '';
      if (index % 3 === 2) return String.fromCharCode(Number.parseInt(part, 16));
      const text = index % 3 === 1 ? String.fromCodePoint(Number.parseInt(part, 16)) : part;
      return toBinary(new TextEncoder().encode(text));
    })
    .join('');
