/** Cuts a shell text into simple commands, well enough to name the files that it writes; it never runs or expands anything. */

/** One simple command: its words without quotes, and the targets of its output redirections. */
export interface SimpleCommand {
  readonly words: readonly string[];
  readonly writes: readonly string[];
}

const MAX_SCANNED = 100_000;
const TOKEN =
  /\\\n|[ \t]+|#[^\n]*|(?:\d|&)?>>?(?:&[\d-]|[|&])?|<<<|<|&&|\|\|?|;;?|&|\n|\(|\)|(?:\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|[^\s\\'"|&;()<>])+|[\s\S]/g;
const SKIPPED = /^(?:\\\n|[ \t]|#|\d?>>?&[\d-]$)/;
const SEPARATOR = /^(?:&&|\|\|?|;;?|&|\n|\(|\))$/;
const REDIRECTION = /^(?:(?:\d|&)?>>?[|&]?|<<<|<)$/;
const HEREDOC = /<<-?[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([\w.-]+))/;

export function simpleCommands(script: string): SimpleCommand[] {
  const found: SimpleCommand[] = [];
  let words: string[] = [];
  let writes: string[] = [];
  let redirection: string | null = null;
  const close = (): void => {
    if (words.length > 0 || writes.length > 0) found.push({ words, writes });
    words = [];
    writes = [];
    redirection = null;
  };
  for (const [token] of withoutHeredocs(script.slice(0, MAX_SCANNED)).matchAll(TOKEN)) {
    if (SKIPPED.test(token)) continue;
    if (SEPARATOR.test(token)) close();
    else if (REDIRECTION.test(token)) redirection = token;
    else if (redirection === null) words.push(unquote(token));
    else {
      if (redirection.includes('>')) writes.push(unquote(token));
      redirection = null;
    }
  }
  close();
  return found;
}

/** The bodies of here-documents are cut out, so that their text is never taken for commands. */
function withoutHeredocs(script: string): string {
  if (!script.includes('<<')) return script;
  const kept: string[] = [];
  let until: string | null = null;
  for (const line of script.split('\n')) {
    if (until !== null) {
      if (line.trim() === until) until = null;
      continue;
    }
    const match: RegExpExecArray | null = line.includes('<<<') ? null : HEREDOC.exec(line);
    until = match ? (match[1] ?? match[2] ?? match[3] ?? null) : null;
    kept.push(match ? line.replace(HEREDOC, ' ') : line);
  }
  return kept.join('\n');
}

const unquote = (word: string): string =>
  word.replace(
    /'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])/g,
    (_, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? '',
  );

const operands = (words: readonly string[]): string[] =>
  words.filter((word) => word !== '' && !word.startsWith('-'));

/** Operands that a command changes, for the commands that agents edit files with. */
function changed({ words }: SimpleCommand): string[] {
  const [name = '', ...rest] = words[0] === 'sudo' ? words.slice(1) : words;
  switch (name.split('/').pop()) {
    case 'sed':
    case 'perl':
      return rest.some((word) => /^-\w*i|^--in-place/.test(word)) ? withoutScript(rest) : [];
    case 'tee':
    case 'touch':
    case 'truncate':
    case 'rm':
    case 'mv':
      return operands(rest);
    case 'cp':
      return operands(rest).slice(-1);
    default:
      return [];
  }
}

/** Operands of sed and perl: the script is the word behind `-e`, or the first operand. */
function withoutScript(words: readonly string[]): string[] {
  const isOption = (word: string | undefined): boolean => /^-\w*e$|^-f$|^--expression$/.test(word ?? '');
  if (!words.some(isOption)) return operands(words).slice(1);
  return operands(words.filter((_, at) => !isOption(words[at - 1])));
}

/** Most commands only look: one of these is in every text that writes. */
const MAY_WRITE = />(?!&)|\b(?:tee|touch|truncate|rm|mv|cp)\b|(?:^|\s)-\w*i|--in-place/;

/** Paths that a shell text writes, as written there, at most `limit`; variables and globs stay unexpanded. */
export function filesWritten(script: string, limit: number): string[] {
  if (!MAY_WRITE.test(script)) return [];
  const found = new Set<string>();
  for (const command of simpleCommands(script)) {
    for (const path of [...command.writes, ...changed(command)]) {
      if (found.size >= limit) return [...found];
      if (path !== '' && path !== '/dev/null') found.add(path);
    }
  }
  return [...found];
}
