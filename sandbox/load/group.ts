/** Loads groups from disk: a folder, one JSON file, or a JSONL batch in which a bad line never stops the rest. */
import { Fault, type Problem } from '../../src/fault.js';
import type { Group } from '../../src/records/group.js';
import { groupIdIn } from '../../src/records/group-id.js';
import { ENDS_EARLY } from '../../src/records/json-fault.js';
import { parseGroup } from '../../src/records/parse.js';
import { contentOf, megabytes, readAll, tooLarge } from './content.js';
import { findGroup, type GroupFile, groupsIn } from './find.js';
import { isBlank, type Line, linesOf } from './lines.js';

/** For one group.json or one line: far above any group whose logs and trajectories lie in files. */
export const MAX_RECORD_BYTES = 100 * 1024 ** 2;

export interface LoadedGroup {
  readonly group: Group;
  /** The file it was read from; with its 1-based line in a JSONL. */
  readonly file: string;
  readonly line: number | null;
  /** Absolute path of the folder that its Refs may not leave. */
  readonly folder: string;
  readonly warnings: readonly Problem[];
}

interface EntryPlace {
  readonly file: string;
  readonly line: number | null;
}
/** One group of a batch, or why it cannot be used; `group_id` is then what could still be made out. */
export type GroupEntry = EntryPlace &
  (
    | { readonly loaded: LoadedGroup; readonly bytes: number }
    | { readonly fault: Fault; readonly group_id: string | null }
  );

/**
 * Loads the one group at `path`: a folder with group.json or group.json.gz, or a .json or .json.gz file.
 * @throws Fault input with file, field, line and every problem
 */
export async function loadGroup(path: string): Promise<LoadedGroup> {
  const found = await findGroup(path);
  if (found.kind === 'one') {
    const entry = await entryOf(found);
    if ('fault' in entry) throw entry.fault;
    return entry.loaded;
  }
  const message =
    'is no single group; expected a folder with group.json, or a .json file with everything inline';
  throw new Fault('input', message, { file: path });
}

/**
 * Reads every group at `path`: one group as above, each line of a .jsonl (.gz), or the groups of a folder by name.
 * Blank lines are skipped; a line or file that cannot be used is an entry with its fault.
 * @throws Fault input where the path itself cannot be used
 */
export async function* readGroups(
  path: string,
  maxRecordBytes = MAX_RECORD_BYTES,
): AsyncGenerator<GroupEntry, void> {
  const found = await findGroup(path);
  if (found.kind !== 'folder') return yield* entriesOf(found, maxRecordBytes);
  let count = 0;
  for await (const file of groupsIn(path)) {
    count += 1;
    yield* entriesOf(file, maxRecordBytes);
  }
  if (count === 0)
    throw new Fault('input', 'holds no group.json, and no .json, .jsonl or folder that has one', {
      file: path,
    });
}

async function* entriesOf(file: GroupFile, limit: number): AsyncGenerator<GroupEntry, void> {
  if (file.kind !== 'lines') return yield await entryOf(file, limit);
  const place = { file: file.file, line: null };
  try {
    yield* linesOfFile(file, limit);
  } catch (error) {
    yield { ...place, fault: inputFault(error, place), group_id: null };
  }
}

async function entryOf(file: GroupFile, limit = MAX_RECORD_BYTES): Promise<GroupEntry> {
  const place = { file: file.file, line: null };
  let bytes: Buffer | null = null;
  try {
    const { opened, folder } = await file.open();
    if (opened.size > limit && !file.file.endsWith('.gz')) {
      await opened.handle.close();
      throw tooLarge(file.file, limit);
    }
    bytes = await readAll(contentOf(opened, file.file, limit));
    const loaded = { ...parseGroup(bytes, { file: file.file }), ...place, folder };
    return { ...place, loaded, bytes: bytes.length };
  } catch (error) {
    return {
      ...place,
      fault: inputFault(error, place),
      group_id: bytes && groupIdIn(bytes.toString('utf8')),
    };
  }
}

async function* linesOfFile({ file, open }: GroupFile, limit: number): AsyncGenerator<GroupEntry, void> {
  const { opened, folder } = await open();
  for await (const line of linesOf(contentOf(opened, file, Number.POSITIVE_INFINITY), limit)) {
    if (line.bytes && isBlank(line.bytes)) continue;
    const place = { file, line: line.number };
    try {
      const loaded = { ...parseLine(line, place, limit), ...place, folder };
      yield { ...place, loaded, bytes: line.bytes?.length ?? 0 };
    } catch (error) {
      const group_id = line.bytes && groupIdIn(line.bytes.toString('utf8'));
      yield { ...place, fault: inputFault(error, place), group_id };
    }
  }
}

function parseLine(line: Line, place: { file: string; line: number }, limit: number) {
  if (!line.bytes)
    throw new Fault(
      'input',
      `has more than ${megabytes(limit)} in one line; move logs and trajectories into files`,
    );
  try {
    return parseGroup(line.bytes, place);
  } catch (error) {
    const torn = !line.ended && error instanceof Fault && error.message.startsWith(ENDS_EARLY);
    if (!torn) throw error;
    throw new Fault('input', `torn last line: ${error.message}`, error.place, { cause: error });
  }
}

/** Gives a refusal its place; an error of our own goes on. */
function inputFault(error: unknown, place: EntryPlace): Fault {
  if (!(error instanceof Fault)) throw error;
  const { file, line } = place;
  return new Fault(
    error.code,
    error.message,
    { ...error.place, file, ...(line && { line }) },
    { cause: error },
  );
}
