/** Which language a path is written in: a grammar for its shape, and a lexing style for its tokens. */

/** Languages whose shape is read through the parser port. */
const CODE_LANGUAGES = ['python', 'javascript', 'typescript', 'tsx', 'go', 'bash'] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/**
 * How comments, strings and line structure are told apart.
 * `plain` has no tokens at all: its lines are compared as they stand (Makefiles, YAML, prose).
 */
export type LexStyle = 'python' | 'c' | 'hash' | 'plain';

const GRAMMARS: Readonly<Record<string, CodeLanguage>> = {
  py: 'python',
  pyi: 'python',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  go: 'go',
  sh: 'bash',
  bash: 'bash',
  bats: 'bash',
};

const C_LIKE = new Set(
  'c h cc cpp cxx hh hpp m rs java kt kts scala swift cs php dart js jsx mjs cjs ts mts cts tsx go'.split(
    ' ',
  ),
);
const HASH_LIKE = new Set('sh bash bats zsh ksh rb pl pm r jl ex exs'.split(' '));

const extensionOf = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
};

/** A script without an extension is known by its first line. */
function shebangLanguage(text: string): CodeLanguage | null {
  const line = text.slice(0, 128).split('\n', 1)[0] ?? '';
  if (!line.startsWith('#!')) return null;
  if (/\b(ba|da|k|z)?sh\b/.test(line)) return 'bash';
  if (/\bpython/.test(line)) return 'python';
  return /\bnode\b/.test(line) ? 'javascript' : null;
}

export function languageOf(path: string, text = ''): CodeLanguage | null {
  const extension = extensionOf(path);
  if (extension === '') return shebangLanguage(text);
  return Object.hasOwn(GRAMMARS, extension) ? (GRAMMARS[extension] ?? null) : null;
}

export function styleOf(path: string, text = ''): LexStyle {
  const extension = extensionOf(path);
  const language = languageOf(path, text);
  if (language === 'python') return 'python';
  if (language === 'bash' || HASH_LIKE.has(extension)) return 'hash';
  return language !== null || C_LIKE.has(extension) ? 'c' : 'plain';
}

/** True for a path that holds program text of any language. */
export const isCode = (path: string, text = ''): boolean => styleOf(path, text) !== 'plain';
