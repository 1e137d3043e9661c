/** Words of the commands in an event's input, however they are wrapped: a shell line, JSON arguments, a script. */
export interface Word {
  readonly text: string;
  /** Offset into the input. */
  readonly at: number;
  /** True for the first word behind a separator: the name of a command. */
  readonly first: boolean;
}

/** Only the beginning of a huge input is read as commands: programs are written into files, not into command lines. */
const MAX_INPUT = 1024 * 1024;
const BLANK = new Set([' ', '\t', '\r', '"', "'", ',']);
const SEPARATOR = new Set(['\n', ';', '|', '&', '(', ')', '{', '}', '`', '[', ']']);

/** Splits in one pass; quotes only separate, so that `bash -c "git log"` and `["git", "log"]` read alike. */
export function wordsOf(input: string): Word[] {
  const words: Word[] = [];
  const end = Math.min(input.length, MAX_INPUT);
  let start = -1;
  let first = true;
  const close = (at: number): void => {
    if (start < 0) return;
    words.push({ text: input.slice(start, at), at: start, first });
    first = false;
    start = -1;
  };
  for (let at = 0; at < end; at++) {
    const character = input[at] as string;
    // `\n` and `\"` of a JSON text that was not decoded.
    const escaped = character === '\\' && /[nt"']/.test(input[at + 1] ?? '');
    if (!escaped && !BLANK.has(character) && !SEPARATOR.has(character)) {
      if (start < 0) start = at;
      continue;
    }
    close(at);
    if (SEPARATOR.has(character) || (escaped && input[at + 1] === 'n')) first = true;
    if (escaped) at += 1;
  }
  close(end);
  return words;
}

/** A call of `program`: its words up to the next command, with the path of the program taken off. */
export interface Call {
  readonly at: number;
  readonly program: string;
  readonly args: readonly string[];
}

/** What may stand before the name of a program: other programs that start it, and keys of a JSON call. */
const WRAPPERS =
  /^(sudo|env|time|timeout|nohup|command|exec|xargs|do|then|else|[$>:!]|bash|sh|zsh|-\w*c|cmd|code|input|script|commands|keystrokes|\w+=\S*|\d+[smh]?)$/;

/** The calls of some programs in an input, in order. */
export function callsOf(input: string, programs: ReadonlySet<string>): Call[] {
  const words = wordsOf(input);
  const calls: Call[] = [];
  let open: { at: number; program: string; args: string[] } | null = null;
  let atStart = true;
  for (const { text, at, first } of words) {
    if (first) {
      open = null;
      atStart = true;
    }
    const program = text.slice(text.lastIndexOf('/') + 1);
    if (atStart && programs.has(program)) {
      open = { at, program, args: [] };
      calls.push(open);
      atStart = false;
    } else if (open !== null) open.args.push(text);
    else atStart = atStart && WRAPPERS.test(text.slice(0, 200));
  }
  return calls;
}
