/** Finds what a person could have missed in a text: invisible characters, and words that mix look-alike letters. */

// What render.ts escapes, less what is plainly visible or ordinary in files: blanks, private-use glyphs, CR, form feed.
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\p{DI}\u0000-\u0008\u000B\u000E-\u001F\u007F-\u009F\u2800\uFFFC]/gu;
const PICTURE = /(?:\p{Extended_Pictographic}|\p{EMod}|\uFE0F)$/u;
const PICTURE_NEXT = /^\p{Extended_Pictographic}/u;
// Scripts whose ordinary spelling needs the zero-width joiner and non-joiner.
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Khmer}\p{Script=Mongolian}]$/u;

/** Offset of the first character that a person could not have seen, or -1; emoji, joining scripts and a leading BOM are ordinary. */
export function hiddenTextAt(text: string): number {
  for (const match of text.matchAll(INVISIBLE)) {
    if (!isOrdinary(text, match.index, match[0])) return match.index;
  }
  return -1;
}

function isOrdinary(text: string, at: number, character: string): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at + character.length, at + character.length + 2);
  switch (character) {
    case '\uFEFF':
      return at === 0;
    case '\uFE0E':
    case '\uFE0F':
      return PICTURE.test(before) || (/[0-9#*]$/.test(before) && after.startsWith('\u20E3'));
    case '\u200D':
      return (PICTURE.test(before) && PICTURE_NEXT.test(after)) || JOINING.test(before);
    case '\u200C':
      return JOINING.test(before);
    default:
      return false;
  }
}

// Letters of other scripts that are drawn like ASCII ones. Greek has only those that formulas (Δx, μm) do not use.
const LOOKALIKE = /[аеорсухіјѕԁԛԝһѵАВЕЗКМНОРСТУХІЈЅԌԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧοϲϳօոսհ\uFF21-\uFF3A\uFF41-\uFF5A]/u;

/** Words that mix ASCII letters with letters drawn like them (`pаypal`), in order, at most `limit`. */
export function mixedScriptWords(text: string, limit = 20): string[] {
  const found: string[] = [];
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) {
    if (found.length >= limit) break;
    if (/[A-Za-z]/.test(word) && LOOKALIKE.test(word)) found.push(word);
  }
  return found;
}
