/** Searches trees with `git grep`: one at a time, or many candidates at the price of the base and what they changed. */
import { renderBinary, renderPath, toBinary } from '../../src/diff/binary.js';
import { Fault } from '../../src/fault.js';
import { quoted } from '../../src/records/field.js';
import { byPath } from './entries.js';
import { firstLine, type Git } from './git.js';

export interface SearchQuery {
  /** One line: a literal, or a POSIX extended regular expression. */
  readonly pattern: string;
  readonly isRegex?: boolean;
  readonly ignoreCase?: boolean;
  /** Files and folders of the tree to stay inside of, as its entries name them. */
  readonly paths?: readonly string[];
  /** At most so many matches per tree. Default 500. */
  readonly limit?: number;
}

export interface SearchMatch {
  readonly path: string;
  readonly line: number;
  /** Rendered; a long line is clipped with a notice of its size. */
  readonly text: string;
}

export interface SearchResult {
  /** By path, then line. Binary files are not searched. */
  readonly matches: readonly SearchMatch[];
  /** False where a limit cut the list: more may match. */
  readonly complete: boolean;
}

export interface SearchCall {
  readonly git: Git;
  readonly gitDir: string;
  readonly signal?: AbortSignal | undefined;
}

/** A tree and the paths in which it differs from the base. */
export interface SearchTree {
  readonly oid: string;
  readonly changed: ReadonlySet<string>;
}

const DEFAULT_LIMIT = 500;
const MAX_LINE = 500;
const MAX_OUTPUT = 8 << 20;
const TIMEOUT_MS = 30_000;
const MAX_PATTERN = 4096;
/** Names together beyond this are not given to git one by one: a command line has an end. */
const MAX_NAMES = 64 << 10;

/** `input` fault for a pattern that git does not take. */
export async function searchTree(call: SearchCall, oid: string, query: SearchQuery): Promise<SearchResult> {
  const { found, complete } = await grep(call, [oid], query, scopeOf(query));
  return limited(found.get(oid) ?? [], query, complete);
}

/** Every tree as `searchTree` would find it: the base is searched once, the trees only where they differ from it. */
export async function searchAll(
  call: SearchCall,
  base: string,
  trees: readonly SearchTree[],
  query: SearchQuery,
): Promise<Map<string, SearchResult>> {
  const scope = scopeOf(query);
  const changed = [...new Set(trees.flatMap((tree) => [...tree.changed]))].filter((path) =>
    isInside(path, scope),
  );
  const oids = [...new Set(trees.map(({ oid }) => oid))].filter((oid) => oid !== base);
  const [inBase, inTrees] = await Promise.all([
    grep(call, [base], query, scope),
    changed.length === 0 ? null : grep(call, oids, query, areArguments(changed) ? changed : scope),
  ]);
  const complete = inBase.complete && (inTrees?.complete ?? true);
  return new Map(
    trees.map((tree) => {
      const kept = (inBase.found.get(base) ?? []).filter(({ path }) => !tree.changed.has(path));
      const own = (inTrees?.found.get(tree.oid) ?? []).filter(({ path }) => tree.changed.has(path));
      return [tree.oid, limited([...kept, ...own], query, complete)];
    }),
  );
}

/**
 * The named places without their slashes; empty where one of them is the top itself. What no tree can hold is refused
 * here: git would answer with the place of its own folder.
 */
function scopeOf({ paths = [] }: SearchQuery): readonly string[] {
  const outside = paths.find((path) => path.includes('\0') || path.split('/').includes('..'));
  if (outside !== undefined)
    throw new Fault(
      'input',
      `no tree holds the path ${quoted(outside)}: name files and folders from its top`,
    );
  const tidy = paths.map((path) =>
    path
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .join('/'),
  );
  return tidy.includes('') ? [] : tidy;
}

interface Grep {
  readonly found: ReadonlyMap<string, SearchMatch[]>;
  readonly complete: boolean;
}

async function grep(
  { git, ...call }: SearchCall,
  oids: readonly string[],
  query: SearchQuery,
  paths: readonly string[],
): Promise<Grep> {
  checkPattern(query.pattern);
  const named = areArguments(paths);
  const flags = ['-n', '-z', '-I', '--full-name', '--no-color', query.isRegex === true ? '-E' : '-F'];
  const result = await git.run(
    [
      'grep',
      ...flags,
      ...(query.ignoreCase === true ? ['-i'] : []),
      '-e',
      query.pattern,
      ...oids,
      '--',
      ...(named ? paths : []),
    ],
    { ...call, maxBytes: MAX_OUTPUT, timeoutMs: TIMEOUT_MS },
  );
  const complete = !result.truncated && !result.timedOut;
  if (complete && (result.exitCode ?? 0) > 1) throw refused(query.pattern, firstLine(result.stderr));
  const found = readMatches(toBinary(result.stdout), complete);
  if (named) return { found, complete };
  const inside = [...found].map(
    ([oid, matches]) => [oid, matches.filter(({ path }) => isInside(path, paths))] as const,
  );
  return { found: new Map(inside), complete };
}

/** A name that had to be escaped cannot be an argument: such paths are picked out of the whole answer. */
const areArguments = (paths: readonly string[]): boolean =>
  paths.reduce((sum, path) => sum + path.length, 0) <= MAX_NAMES &&
  !paths.some((path) => path.includes('\u27E6'));

function checkPattern(pattern: string): void {
  if (pattern === '') throw new Fault('input', 'the pattern is empty; give the text to look for');
  if (pattern.length > MAX_PATTERN)
    throw new Fault('input', `the pattern is longer than ${MAX_PATTERN} characters`);
  if (/[\0\n]/.test(pattern))
    throw new Fault('input', 'the pattern holds a line break or NUL; search one line at a time');
}

const refused = (pattern: string, said: string) =>
  new Fault(
    'input',
    `the pattern ${JSON.stringify(pattern)} cannot be searched: ${said.replace(/^fatal: /, '')}`,
  );

const isInside = (path: string, scope: readonly string[]) =>
  scope.length === 0 || scope.some((top) => path === top || path.startsWith(`${top}/`));

const MATCH = /^([0-9a-f]+):([^\0]*)\0(\d+)\0(.*)$/s;

/** Lines are `TREE:path NUL number NUL text`; the last one may be torn where the output was cut. */
function readMatches(stdout: string, isWhole: boolean): Map<string, SearchMatch[]> {
  const lines = stdout.split('\n');
  if (!isWhole) lines.pop();
  const found = new Map<string, SearchMatch[]>();
  for (const line of lines) {
    const [, oid, path = '', number, text = ''] = MATCH.exec(line) ?? [];
    if (oid === undefined) continue;
    const matches = found.get(oid) ?? [];
    matches.push({ path: renderPath(path), line: Number(number), text: clipped(text) });
    found.set(oid, matches);
  }
  return found;
}

function clipped(raw: string): string {
  const text = raw.replace(/\r$/, '');
  if (text.length <= MAX_LINE) return renderBinary(text);
  return `${renderBinary(text.slice(0, MAX_LINE))} [line of ${text.length} bytes]`;
}

function limited(
  matches: SearchMatch[],
  { limit = DEFAULT_LIMIT }: SearchQuery,
  complete: boolean,
): SearchResult {
  const sorted = matches.sort((one, other) => byPath(one, other) || one.line - other.line);
  return { matches: sorted.slice(0, limit), complete: complete && sorted.length <= limit };
}
