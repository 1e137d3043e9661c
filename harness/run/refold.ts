/** Runs `gagar refold`: stored results in, results under other settings out, one a line, in the order read. */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../src/fault.js';
import { faultText } from '../../src/fault-text.js';
import { groupIdIn } from '../../src/records/group-id.js';
import type { Result } from '../../src/records/result.js';
import { plural } from '../../src/text/plural.js';
import { filterLines } from '../cli/filter.js';
import { EXIT } from '../exit.js';
import { RESULT_FILE, RESULTS_FILE } from '../file-names.js';
import { regular } from '../regular-file.js';
import { refoldInThreads, startThreads, type Threads } from './refold-threads.js';
import type { RefoldOptions } from './refolder.js';

/** @throws Fault usage or input for options that cannot be used, Fault input for a path that cannot be read. */
export async function runRefold(paths: readonly string[], options: RefoldOptions): Promise<void> {
  const files = await Promise.all(paths.map(fileOf));
  await using threads = files.some(isLarge) ? startThreads() : null;
  await threads?.use(options);
  let answer: Answer | null = null;
  let failed = 0;
  for (const file of files) {
    if (threads !== null && isLarge(file)) failed += await refoldLarge(file, threads);
    else {
      // Not loaded where threads do all of it.
      answer ??= (await import('./refolder.js')).refolder(options);
      failed += await refoldSmall(file, answer);
    }
  }
  if (failed === 0) return;
  process.stderr.write(
    `gagar: ${plural(failed, 'result')} could not be used; each has its error in its place\n`,
  );
  process.exitCode = EXIT.some_failed;
}

interface ResultsFile {
  readonly path: string;
  readonly bytes: number;
}

const holdsLines = ({ path }: ResultsFile): boolean => /\.(jsonl|ndjson)$/.test(path);

/** Below this size threads cost more than they bring. */
const LARGE_BYTES = 8 * 1024 * 1024;
const isLarge = (file: ResultsFile): boolean => holdsLines(file) && file.bytes >= LARGE_BYTES;

/** A dozen results: what is made of them dies young, and no thread has long to do where another has nothing. */
const PIECE_BYTES = 256 * 1024;

/** @returns how many failed. */
const refoldLarge = ({ path }: ResultsFile, threads: Threads): Promise<number> =>
  refoldInThreads(threads, createReadStream(path, { highWaterMark: PIECE_BYTES }), process.stdout);

type Answer = (text: string | Uint8Array) => Result;

/** @returns how many failed. */
async function refoldSmall(file: ResultsFile, answer: Answer): Promise<number> {
  if (!holdsLines(file)) return answerFile(file.path, await readFile(file.path), answer);
  return (await filterLines(answer, createReadStream(file.path), process.stdout)).failed;
}

async function fileOf(path: string): Promise<ResultsFile> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    const way = 'give a run folder, a result.json, or results as .jsonl';
    throw new Fault(
      'input',
      `cannot be read (${cause.code ?? cause.message}); ${way}`,
      { file: path },
      { cause },
    );
  });
  return found.isDirectory() ? await fileOf(await fileIn(path)) : { path, bytes: found.size };
}

/** A run folder of one group holds result.json, one of a batch results.jsonl. */
async function fileIn(folder: string): Promise<string> {
  for (const name of [RESULT_FILE, RESULTS_FILE]) {
    const file = join(folder, name);
    if (await stat(file).catch(() => null)) return await regular(file);
  }
  const way = 'give the run folder of a finished `gagar grade`, `judge` or `batch`';
  throw new Fault('input', `holds neither result.json nor results.jsonl; ${way}`, { file: folder });
}

/** @returns how many failed: 0 or 1. */
function answerFile(file: string, bytes: Uint8Array, answer: Answer): number {
  try {
    process.stdout.write(`${JSON.stringify(answer(bytes))}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const group_id = groupIdIn(String(Buffer.from(bytes)));
    process.stdout.write(`${JSON.stringify({ group_id, file, error: faultText(error) })}\n`);
    return 1;
  }
}
