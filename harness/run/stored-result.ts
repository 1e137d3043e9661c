/** Finds one stored result: in a file, a run folder, a batch, or the batch that a recording belongs to. */
import { open, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Fault } from '../../src/fault.js';
import { type BatchRecord, isFailure } from '../../src/records/batch.js';
import { quoted } from '../../src/records/field.js';
import { parseResult } from '../../src/records/parse.js';
import type { Result } from '../../src/records/result.js';
import { linesIn, readRecord } from '../batch/journal.js';
import { RECORDING_FILE, RESULT_FILE, RESULTS_FILE } from '../file-names.js';
import { regular } from '../regular-file.js';

/**
 * @param group the one that is meant where there are several; its last line counts
 * @throws Fault input where there is no such result, or it cannot be used
 */
export async function storedResult(path: string, group?: string): Promise<Result> {
  // Lines of a recording are those of no batch: what is meant is the run that it is of.
  if (basename(path) === RECORDING_FILE) return await storedResult(dirname(path), group);
  if (/\.(jsonl|ndjson)$/.test(path)) return await resultIn(path, byGroup(group));
  if (!(await exists(path, 'folder'))) return await resultFile(path);
  if (await exists(join(path, RESULTS_FILE))) return await resultIn(join(path, RESULTS_FILE), byGroup(group));
  const batch = join(dirname(dirname(path)), RESULTS_FILE);
  const isRecorded = basename(dirname(path)) === 'recordings' && (await exists(batch));
  if (isRecorded && !(await exists(join(path, RESULT_FILE)))) {
    const recording = `recordings/${basename(path)}/${RECORDING_FILE}`;
    return await resultIn(batch, {
      is: (record) => !isFailure(record) && record.recording === recording,
      none: `has no result with the recording ${recording}`,
    });
  }
  const file = join(path, RESULT_FILE);
  if (!(await exists(file)) && (await exists(join(path, RECORDING_FILE)))) throw unfinished(path);
  return await resultFile(await regular(file));
}

interface Wanted {
  readonly is: (record: BatchRecord) => boolean;
  readonly none: string;
}

const byGroup = (group: string | undefined): Wanted => ({
  is: ({ group_id }) => group === undefined || group_id === group,
  none: group === undefined ? 'holds no result' : `holds no group ${quoted(group)}`,
});

const SHOWN_IDS = 3;

const listed = (ids: ReadonlySet<string>): string =>
  [...[...ids].slice(0, SHOWN_IDS).map(quoted), ...(ids.size > SHOWN_IDS ? ['…'] : [])].join(', ');

/** The last line that is meant. Where nobody is named there must be one group alone. */
async function resultIn(file: string, { is, none }: Wanted): Promise<Result> {
  const ids = new Set<string>();
  const others = new Set<string>();
  let found: { readonly record: BatchRecord; readonly text: string; readonly line: number } | null = null;
  await using handle = await open(file).catch((cause: NodeJS.ErrnoException) => {
    throw unreadable(file, cause);
  });
  for await (const line of linesIn(handle)) {
    // A line without its end is being written at this moment, or its writer died.
    if (!line.ended) continue;
    const record = readRecord(line, file);
    if (!is(record)) {
      if (record.group_id !== null && others.size <= SHOWN_IDS) others.add(record.group_id);
      continue;
    }
    // A line that could not be read may have no group; what has one goes before.
    if (record.group_id !== null) ids.add(record.group_id);
    else if (found !== null) continue;
    found = { record, text: String(line.bytes), line: line.number };
  }
  if (found === null) {
    const has = others.size === 0 ? '' : `; it has ${listed(others)}`;
    throw new Fault('input', none + has, { file });
  }
  if (ids.size > 1) {
    const message = `holds ${ids.size} groups: name one with --group-id (${listed(ids)})`;
    throw new Fault('input', message, { file });
  }
  const { record, text, line } = found;
  if (isFailure(record)) throw new Fault('input', `has no result: ${record.error}`, { file, line });
  return parseResult(text, { file, line });
}

async function resultFile(file: string): Promise<Result> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw unreadable(file, cause);
  });
  return parseResult(bytes, { file });
}

const unfinished = (file: string): Fault => {
  const way =
    'go on with it by the command that began it (of a judge: `gagar judge open GROUP -o` this folder)';
  return new Fault('input', `is a run without a result yet; ${way}`, { file });
};

const unreadable = (file: string, cause: NodeJS.ErrnoException): Fault => {
  const way = 'give a result.json, a run folder, or a batch and --group-id';
  return new Fault('input', `cannot be read (${cause.code ?? cause.message}); ${way}`, { file }, { cause });
};

const exists = (path: string, kind: 'file' | 'folder' = 'file'): Promise<boolean> =>
  stat(path).then(
    (found) => (kind === 'folder' ? found.isDirectory() : found.isFile()),
    () => false,
  );
