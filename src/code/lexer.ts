/** Tokens of a source text without its comments and layout: what is left is what a formatter would not touch. */
import type { LexStyle } from './language.js';

export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'mark' | 'indent';
  /** A string in its plain quotes; `»` and `«` for a step in and out of a Python block. */
  readonly text: string;
  /** 1-based line on which the token starts. */
  readonly line: number;
}

export interface Comment {
  readonly text: string;
  readonly line: number;
}

export interface Lexed {
  readonly tokens: readonly Token[];
  /** Comments and docstrings. */
  readonly comments: readonly Comment[];
}

/** What a parser knows of the same text: a comment is one only where both say so, for a reader must not miss code. */
export interface Remarks {
  /** Where each comment ends, by the offset at which it begins. */
  readonly comments: ReadonlyMap<number, number>;
  /** Offsets at which strings begin that are statements of their own. */
  readonly docstrings: ReadonlySet<number>;
}

interface Bracket {
  readonly close: string;
  /** `f(` and `a[`: a trailing comma means nothing there, while `(a,)` is a tuple. */
  readonly applied: boolean;
  commas: number;
}

interface State {
  readonly style: LexStyle;
  readonly text: string;
  readonly remarks: Remarks | null;
  readonly tokens: Token[];
  readonly comments: Comment[];
  readonly brackets: Bracket[];
  readonly indents: number[];
  at: number;
  line: number;
  /** No token of the current logical line has been read yet. */
  fresh: boolean;
}

// Sticky and made of single classes: each runs in linear time on any text.
const SPACE = /[^\S\n]+/y;
const WORD = /[\p{L}\p{Nl}_$@][\p{L}\p{N}_$]*/uy;
const NUMBER = /\d[\w.]*/y;
const PYTHON_PREFIX = /^[rbuft]{1,2}$/i;
const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
/** After these words a slash opens a regular expression, after any other word it divides. */
const BEFORE_REGEX = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'delete',
  'void',
  'throw',
  'await',
  'yield',
  'else',
]);

/** @param within the text is part of a statement, so that a string at its beginning is a value and no docstring. */
export function lex(style: LexStyle, text: string, within = false, remarks: Remarks | null = null): Lexed {
  const state: State = {
    style,
    text,
    remarks,
    tokens: [],
    comments: [],
    brackets: [],
    indents: [0],
    at: 0,
    line: 1,
    fresh: !within,
  };
  if (style === 'plain') return { tokens: wordsOfLines(text), comments: [] };
  while (state.at < text.length) step(state);
  while (state.indents.length > 1) dedent(state);
  return state;
}

/** Texts without a known syntax: a line is a token, because even its indentation may mean something. */
function wordsOfLines(text: string): Token[] {
  return text
    .split('\n')
    .map((line, index): Token => ({ kind: 'word', text: line.trimEnd(), line: index + 1 }))
    .filter((token) => token.text !== '');
}

function step(state: State): void {
  const { text } = state;
  const character = text[state.at] as string;
  if (character === '\n') {
    state.at += 1;
    state.line += 1;
    if (state.brackets.length === 0) state.fresh = true;
    return;
  }
  if (character === '\\' && text[state.at + 1] === '\n') {
    state.at += 2;
    state.line += 1;
    return;
  }
  if (take(state, SPACE) !== null) return;
  if (skipComment(state, character)) return;
  if (state.fresh && state.style === 'python' && state.brackets.length === 0) indent(state);
  if (!readString(state, '') && !readWord(state) && !readRegex(state, character)) readMark(state);
  state.fresh = false;
}

function take(state: State, pattern: RegExp): string | null {
  pattern.lastIndex = state.at;
  const found = pattern.exec(state.text)?.[0] ?? null;
  if (found !== null) state.at += found.length;
  return found;
}

const push = (state: State, kind: Token['kind'], text: string, line = state.line): void => {
  state.tokens.push({ kind, text, line });
};

/** Moves to `end`, counting the lines on the way; answers the text in between. */
function advance(state: State, end: number): string {
  const taken = state.text.slice(state.at, end);
  for (let at = taken.indexOf('\n'); at >= 0; at = taken.indexOf('\n', at + 1)) state.line += 1;
  state.at = end;
  return taken;
}

const endOf = (text: string, needle: string, from: number): number => {
  const found = text.indexOf(needle, from);
  return found < 0 ? text.length : found;
};

function skipComment(state: State, character: string): boolean {
  const { text, at, style, line, remarks } = state;
  const end = style === 'c' ? endOfRemark(text, at) : character === '#' ? endOfLine(text, at, style) : null;
  if (end === null) return false;
  // In a shell `a#b`, `$#` and `${#x}` are not comments.
  if (style === 'hash' && at > 0 && !/[\s;]/.test(text[at - 1] as string)) return false;
  const known = remarks === null ? end : remarks.comments.get(at);
  if (known === undefined) return false;
  const comment = { line, text: advance(state, Math.min(end, known)) };
  state.comments.push(comment);
  if (isDirective(comment, style)) push(state, 'word', comment.text.trim(), line);
  return true;
}

const endOfRemark = (text: string, at: number): number | null =>
  text.startsWith('//', at)
    ? endOfLine(text, at, 'c')
    : text.startsWith('/*', at)
      ? Math.min(text.length, endOf(text, '*/', at + 2) + 2)
      : null;

/** Where a program ends the line, which is not always where a person sees an end. */
const LINE_ENDS: Readonly<Record<LexStyle, RegExp>> = {
  c: /[\n\r\u2028\u2029]/g,
  python: /[\n\r]/g,
  hash: /\n/g,
  plain: /\n/g,
};

function endOfLine(text: string, at: number, style: LexStyle): number {
  const ends = LINE_ENDS[style];
  ends.lastIndex = at;
  return ends.exec(text)?.index ?? text.length;
}

/** Comments that change what is run: build constraints, C code of Go, encodings, interpreters, environments of tests. */
const DIRECTIVES: Readonly<Record<LexStyle, RegExp>> = {
  c: /^\/\/(go:|\s*\+build\b|export\s)|\\$|@(jsx\w*|(jest|vitest)-environment)\b|^[^\w\n]*#[^\S\n]*(include|define|cgo)\b/m,
  python: /^#!|coding[:=]/,
  hash: /^#!/,
  plain: /^$/,
};

/** Interpreters and encodings count at the top alone. */
const isDirective = ({ text, line }: Comment, style: LexStyle): boolean =>
  DIRECTIVES[style].test(text) && (style === 'c' || line <= 2);

function indent(state: State): void {
  const start = state.text.lastIndexOf('\n', state.at - 1) + 1;
  let column = 0;
  for (let at = start; at < state.at; at++) column += state.text[at] === '\t' ? 8 - (column % 8) : 1;
  // A slice out of a deeper block is level with its first line.
  if (state.tokens.length === 0) state.indents.splice(0, state.indents.length, column);
  if (column > (state.indents.at(-1) as number)) {
    push(state, 'indent', '»');
    state.indents.push(column);
  }
  while (state.indents.length > 1 && column < (state.indents.at(-1) as number)) dedent(state);
}

function dedent(state: State): void {
  state.indents.pop();
  push(state, 'indent', '«', state.tokens.at(-1)?.line ?? state.line);
}

/** Reads a string at the current place; `prefix` is a Python prefix that was read just before. */
function readString(state: State, prefix: string): boolean {
  const { text, at, style, line, remarks } = state;
  const quote = text[at] as string;
  if (quote !== "'" && quote !== '"' && (quote !== '`' || style === 'python')) return false;
  const alone = state.fresh && state.brackets.length === 0;
  const triple = style === 'python' && text.startsWith(quote.repeat(3), at);
  const mark = triple ? quote.repeat(3) : quote;
  const manyLines = triple || quote === '`' || style === 'hash';
  let end = at + mark.length;
  while (end < text.length && !text.startsWith(mark, end)) {
    if (text[end] === '\n' && !manyLines) break;
    end += text[end] === '\\' && !(style === 'hash' && quote === "'") ? 2 : 1;
  }
  const closed = text.startsWith(mark, end);
  const body = text.slice(at + mark.length, Math.min(end, text.length));
  advance(state, Math.min(text.length, closed ? end + mark.length : end));
  if (alone && style === 'python' && isStatement(state) && (remarks?.docstrings.has(at) ?? true))
    state.comments.push({ line, text: body });
  else push(state, 'string', prefix + (quote === '`' ? `\`${body}\`` : plainQuotes(body, quote)), line);
  return true;
}

/** Either quote is the same string unless its content makes a difference. */
const plainQuotes = (body: string, quote: string): string =>
  body.includes('"') || body.includes('\\') || body.includes('$') ? quote + body + quote : `"${body}"`;

/** A string that is a whole statement is a docstring or a comment in disguise. */
function isStatement(state: State): boolean {
  const rest = state.text.slice(state.at, endOf(state.text, '\n', state.at)).trimStart();
  return rest === '' || rest.startsWith('#');
}

function readWord(state: State): boolean {
  const word = take(state, WORD);
  if (word !== null) {
    const isPrefix = state.style === 'python' && PYTHON_PREFIX.test(word);
    if (isPrefix && readString(state, word.toLowerCase())) return true;
    push(state, 'word', word);
    return true;
  }
  const number = take(state, NUMBER);
  if (number !== null) push(state, 'number', number);
  return number !== null;
}

function readRegex(state: State, character: string): boolean {
  if (character !== '/' || state.style !== 'c') return false;
  const last = state.tokens.at(-1);
  const divides =
    last !== undefined &&
    (last.kind === 'number' ||
      last.kind === 'string' ||
      /^[)\]}]$/.test(last.text) ||
      (last.kind === 'word' && !BEFORE_REGEX.has(last.text)));
  if (divides) return false;
  let inClass = false;
  for (let end = state.at + 1; end < state.text.length && state.text[end] !== '\n'; end++) {
    const next = state.text[end];
    if (state.remarks?.comments.has(end)) return false;
    if (next === '\\') end += 1;
    else if (next === '[') inClass = true;
    else if (next === ']') inClass = false;
    else if (next === '/' && !inClass) {
      push(state, 'string', advance(state, end + 1));
      return true;
    }
  }
  return false;
}

function readMark(state: State): void {
  const mark = String.fromCodePoint(state.text.codePointAt(state.at) as number);
  state.at += mark.length;
  const close = CLOSERS[mark];
  const bracket = state.brackets.at(-1);
  if (close !== undefined) {
    const last = state.tokens.at(-1);
    const applied = mark !== '(' || last?.kind === 'word' || last?.text === ')' || last?.text === ']';
    state.brackets.push({ close, applied, commas: 0 });
  } else if (mark === bracket?.close) {
    state.brackets.pop();
    const optional = bracket.applied || bracket.commas > 1;
    if (optional && state.tokens.at(-1)?.text === ',') state.tokens.pop();
  } else if (mark === ',' && bracket !== undefined) bracket.commas += 1;
  // Outside of `for (;;)` a semicolon at a line's end is a matter of taste in the languages that allow it.
  if (mark === ';' && state.style === 'c' && bracket?.close !== ')') return;
  push(state, 'mark', mark);
}
