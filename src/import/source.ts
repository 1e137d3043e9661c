/** What an importer may read: the files below an imported path, as a port that the sandbox layer fills. */
import type { Container } from '../events/format.js';
import { baseName, folderOf } from '../paths.js';
import type { JsonObject } from '../text/json.js';

/** Bytes as they lie on disk. */
export interface RawContent {
  /** True where the bytes are gzip data. */
  readonly gz: boolean;
  chunks(): AsyncIterable<Uint8Array>;
}

/**
 * A file, or a trial that lies in one among others. Texts are decompressed, and bytes that are no UTF-8 become U+FFFD.
 * What cannot be read is empty, and the one who imports is told; only a disk that is full rejects.
 */
export interface SourceFile {
  /** Below the imported path, with `/` between its parts and without `.gz`. */
  readonly path: string;
  /** Where the trial lies in its file (`line 3`); empty for a whole file. */
  readonly place: string;
  /** The first 64 kB. */
  start(): Promise<string>;
  /** The last `bytes`. */
  end(bytes: number): Promise<string>;
  /** Everything, where it is small enough to be held. */
  text(): Promise<string>;
  /** The members at the top of a JSON object, large ones as `undefined`; null for everything else. */
  outline(): Promise<JsonObject | null>;
  /** The trials in it; a file that holds none is one itself. */
  split(trials: Trials): AsyncIterable<SourceFile>;
  readonly raw: RawContent;
}

export interface Trials {
  readonly containers: readonly Container[];
  /** Asked of the first record, as an outline of it. */
  readonly isTrial: (record: JsonObject | null) => boolean;
}

/** The files below one imported path, in the order of their names. */
export interface Run {
  /** Tells this path from the other imported ones; the start of rollout ids. */
  readonly label: string;
  readonly files: readonly SourceFile[];
}

/** The name without what follows its first dot, or its last one. */
export const stemOf = (path: string): string => baseName(path).replace(/\.(?:traj\.json|[^.]*)$/, '');

/** Files by the folders above them, made once for each list of files: runs have hundreds of thousands. */
interface Folders {
  readonly beside: ReadonlyMap<string, readonly SourceFile[]>;
  readonly below: ReadonlyMap<string, readonly SourceFile[]>;
}

const folders = new WeakMap<readonly SourceFile[], Folders>();

function foldersOf({ files }: Pick<Run, 'files'>): Folders {
  const known = folders.get(files);
  if (known !== undefined) return known;
  const beside = new Map<string, SourceFile[]>();
  const below = new Map<string, SourceFile[]>();
  const add = (to: Map<string, SourceFile[]>, folder: string, file: SourceFile): void => {
    const list = to.get(folder);
    if (list === undefined) to.set(folder, [file]);
    else list.push(file);
  };
  for (const file of files) {
    add(beside, folderOf(file.path), file);
    let folder = folderOf(file.path);
    for (; folder !== ''; folder = folderOf(folder)) add(below, folder, file);
    add(below, '', file);
  }
  const made = { beside, below };
  folders.set(files, made);
  return made;
}

/** The files in a folder, without those in folders inside of it. */
export const filesBeside = (run: Pick<Run, 'files'>, folder: string): readonly SourceFile[] =>
  foldersOf(run).beside.get(folder) ?? [];

/** The files in and below a folder, by their path from there. */
export function filesIn(run: Run, folder: string): ReadonlyMap<string, SourceFile> {
  const from = folder === '' ? 0 : folder.length + 1;
  return new Map((foldersOf(run).below.get(folder) ?? []).map((file) => [file.path.slice(from), file]));
}
