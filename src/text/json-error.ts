/** Finds where a text stops being JSON, and whether it was cut there: Node 20's own message often names no position. */
import { endOfQuoted } from './quoted.js';

/** A sign, the quote that opens a string, or a value that is none. */
const TOKEN = /([{}[\],:])|(")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const BLANK = /[ \t\n\r]*/y;
/** Of a string. */
const PIECE = /[^"\\\u0000-\u001F]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** What may stand next; `member` and `item` also allow the end of an empty object or list. */
type State = 'value' | 'item' | 'key' | 'member' | 'colon' | 'next';

/** The state behind a token, or null where the token must not stand. */
function advance(state: State, open: string[], sign: string | undefined, isString: boolean): State | null {
  const wantsValue = state === 'value' || state === 'item';
  switch (sign) {
    case undefined:
      if (state === 'key' || state === 'member') return isString ? 'colon' : null;
      return wantsValue ? 'next' : null;
    case '{':
    case '[':
      open.push(sign);
      return wantsValue ? (sign === '{' ? 'member' : 'item') : null;
    case ':':
      return state === 'colon' ? 'value' : null;
    case ',':
      return state === 'next' && open.length > 0 ? (open.at(-1) === '{' ? 'key' : 'value') : null;
    default: {
      const [opening, empty] = sign === '}' ? ['{', 'member'] : ['[', 'item'];
      return open.pop() === opening && (state === 'next' || state === empty) ? 'next' : null;
    }
  }
}

const endOfBlank = (text: string, from: number): number => {
  BLANK.lastIndex = from;
  return BLANK.test(text) ? BLANK.lastIndex : from;
};

/** Offset of the first character at which a text stops being JSON; its length where it only ends too early. */
export function jsonErrorAt(text: string): number {
  const open: string[] = [];
  let state: State | null = 'value';
  for (let at = 0; ; ) {
    at = endOfBlank(text, at);
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) return at;
    const [, sign, quote] = match;
    const end = quote ? endOfQuoted(text, TOKEN.lastIndex, PIECE) : TOKEN.lastIndex;
    if (quote && text[end] !== quote) return end;
    state = advance(state, open, sign, quote !== undefined);
    if (state === null) return at;
    at = quote ? end + 1 : end;
  }
}

/** What a cut can leave behind the last thing that was whole: nothing, a part of a number, of a word or of an escape. */
const CUT =
  /^(?:-?(?:\d+\.|[\d.]+e[-+]?)?|\.|e[-+]?|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?|\\(?:u[\da-f]{0,4}(?:\\(?:u[\da-f]{0,3})?)?)?)$/i;

/** True where what is wrong at the offset is only that the text ends too early. */
export const isCutAt = (text: string, offset: number): boolean =>
  text.length - offset < 40 && CUT.test(text.slice(offset));
