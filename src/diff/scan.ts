/** Takes a patch apart as `git apply` does: file sections with their headers and hunks, and the prose around them. */
import { type HunkText, readHunk } from './hunk.js';
import { commonName, fileName, plainName } from './names.js';

export interface FileText {
  /** 1-based first line of its header. */
  readonly line: number;
  /** Names as strings of bytes (`binary.ts`); null where the file is absent on that side. */
  readonly oldName: string | null;
  readonly newName: string | null;
  readonly change: 'added' | 'deleted' | 'modified' | 'renamed' | 'copied';
  readonly oldMode: string | null;
  readonly newMode: string | null;
  /** `stub`: "Binary files differ" without the data. */
  readonly binary: 'data' | 'stub' | null;
  readonly hunks: readonly HunkText[];
}

export interface PatchText {
  readonly files: readonly FileText[];
  /** Runs of non-blank lines that belong to no file: 1-based, inclusive. */
  readonly prose: readonly (readonly [from: number, to: number])[];
  readonly lines: readonly string[];
}

/** `text` holds one character per byte. A final newline ends the last line and starts no new one. */
export function scanPatch(text: string): PatchText {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const files: FileText[] = [];
  const prose: [number, number][] = [];
  for (let at = 0; at < lines.length; ) {
    const found = readFile(lines, at);
    if (found !== null) {
      files.push(found.file);
      at = found.next;
      continue;
    }
    const last = prose.at(-1);
    if (last?.[1] === at) last[1] = at + 1;
    else if (/\S/.test(lines[at] ?? '')) prose.push([at + 1, at + 1]);
    at += 1;
  }
  return { files, prose: prose.map(([from, to]) => [from, lastFilled(lines, to)]), lines };
}

function lastFilled(lines: readonly string[], to: number): number {
  let last = to;
  while (!/\S/.test(lines[last - 1] ?? '')) last -= 1;
  return last;
}

function readFile(lines: readonly string[], start: number): { file: FileText; next: number } | null {
  const header = readHeader(lines, start);
  if (header === null) return null;
  let at = header.next;
  const hunks: HunkText[] = [];
  for (let hunk = readHunk(lines, at); hunk !== null; hunk = readHunk(lines, at)) {
    hunks.push(hunk);
    at += 1 + hunk.body.length;
  }
  const binary = hunks.length === 0 ? readBinary(lines, at) : null;
  return {
    file: { ...header.file, binary: binary?.kind ?? null, hunks, line: start + 1 },
    next: binary?.next ?? at,
  };
}

type Header = Omit<FileText, 'binary' | 'hunks' | 'line'>;

function readHeader(lines: readonly string[], at: number): { file: Header; next: number } | null {
  const line = lines[at] ?? '';
  if (line.startsWith('diff --git ')) return readGitHeader(lines, at);
  const plain = line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ') === true;
  if (!plain || !/^@@ -\d/.test(lines[at + 2] ?? '')) return null;
  const [oldName, newName] = [fileName(line.slice(4)), fileName((lines[at + 1] ?? '').slice(4))];
  const change = oldName === null ? 'added' : newName === null ? 'deleted' : 'modified';
  return { file: { oldName, newName, change, oldMode: null, newMode: null }, next: at + 2 };
}

const FIELDS =
  /^(old mode|new mode|deleted file mode|new file mode|copy from|copy to|rename from|rename to|similarity index|dissimilarity index|index|---|\+\+\+) (.*)$/s;

function readGitHeader(lines: readonly string[], start: number): { file: Header; next: number } | null {
  const fields = new Map<string, string>();
  let at = start + 1;
  for (let field = FIELDS.exec(lines[at] ?? ''); field !== null; field = FIELDS.exec(lines[at] ?? '')) {
    const [, key = '', value = ''] = field;
    if (fields.has(key)) break;
    fields.set(key, value);
    at += 1;
  }
  // Without a single field the line is prose that mentions a diff; git ignores it as well.
  if (fields.size === 0) return null;
  return { file: fileOf(fields, commonName((lines[start] ?? '').slice('diff --git '.length))), next: at };
}

function fileOf(fields: ReadonlyMap<string, string>, common: string | null): Header {
  const move = fields.has('rename from') ? 'rename' : 'copy';
  const name = (mark: string, side: string) => {
    const moved = fields.get(`${move} ${side}`);
    if (moved !== undefined) return plainName(moved);
    const shown = fields.get(mark);
    return shown === undefined ? common : fileName(shown);
  };
  const [oldName, newName] = [name('---', 'from'), name('+++', 'to')];
  const [addedMode, deletedMode] = [fields.get('new file mode'), fields.get('deleted file mode')];
  const added = addedMode !== undefined || (oldName === null && newName !== null);
  const deleted = !added && (deletedMode !== undefined || (newName === null && oldName !== null));
  const kept = /^[0-9a-f]+\.\.[0-9a-f]+ (\d+)$/.exec(fields.get('index') ?? '')?.[1] ?? null;
  return {
    oldName: added ? null : oldName,
    newName: deleted ? null : newName,
    change: added ? 'added' : deleted ? 'deleted' : changeOf(fields),
    oldMode: added ? null : (deletedMode ?? fields.get('old mode') ?? kept),
    newMode: deleted ? null : (addedMode ?? fields.get('new mode') ?? kept),
  };
}

const changeOf = (fields: ReadonlyMap<string, string>): FileText['change'] =>
  fields.has('rename from') ? 'renamed' : fields.has('copy from') ? 'copied' : 'modified';

function readBinary(lines: readonly string[], at: number): { kind: 'data' | 'stub'; next: number } | null {
  const line = lines[at] ?? '';
  if (/^(Binary files|Files) .* differ$/s.test(line)) return { kind: 'stub', next: at + 1 };
  if (line !== 'GIT binary patch') return null;
  let next = at + 1;
  // One block there and, where git wrote it, one back; each ends with an empty line.
  while (/^(literal|delta) \d+$/.test(lines[next] ?? '')) {
    const end = lines.indexOf('', next);
    next = end < 0 ? lines.length : end + 1;
  }
  return { kind: 'data', next };
}
