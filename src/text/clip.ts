/** Cuts texts for one-line places and counts their sizes; a cut always says how much is missing. */

/** UTF-8 size of a string; a lone surrogate counts as the three bytes that U+FFFD would take. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (isPair(text, i)) {
      bytes += 2;
      i += 1;
    } else bytes += 2;
  }
  return bytes;
}

const isPair = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;

/** The first `max` characters, never half of a surrogate pair. */
export function head(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, max > 0 && isPair(text, max - 1) ? max - 1 : max);
}

/** `text`, or its first `max` characters and how many more there are: `abc… (+97 characters)`. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const shown = head(text, max);
  return `${shown}… (+${text.length - shown.length} characters)`;
}

/** A size for people, decimal units: `12 B`, `4.2 kB`, `1.9 MB`. */
export function showBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const unit = bytes < 999_950 ? 'kB' : bytes < 999_950_000 ? 'MB' : 'GB';
  const scaled = bytes / (unit === 'kB' ? 1e3 : unit === 'MB' ? 1e6 : 1e9);
  return `${scaled < 99.95 ? scaled.toFixed(1) : scaled.toFixed(0)} ${unit}`;
}
