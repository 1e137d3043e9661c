/** Reads the lines of a results file one by one into a summary; where a group has several lines, the last counts. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFolder } from '../../sandbox/make-folder.js';
import { Fault } from '../../src/fault.js';
import { type BatchRecord, GroupFailure, isFailure, slotOf } from '../../src/records/batch.js';
import { checkSchema, refusal, toProblem } from '../../src/records/problem.js';
import { Result } from '../../src/records/result.js';
import { type Summary, summarizer } from '../../src/summary/summary.js';
import { RESULTS_FILE } from '../file-names.js';
import { openRegular } from '../regular-file.js';
import { linesIn, readRecord } from './journal.js';

/**
 * @param path a run folder, a file of its lines, or a spool folder
 * @throws Fault input where there is none, or a line is no valid record
 */
export async function summarizeRun(path: string): Promise<Summary> {
  if (!(await isFolder(path))) return await summarizeLines(path);
  const outbox = join(path, 'outbox');
  return (await isFolder(outbox))
    ? await summarizeAnswers(outbox)
    : await summarizeLines(join(path, RESULTS_FILE));
}

async function summarizeLines(file: string): Promise<Summary> {
  const last = new Map<string, number>();
  for await (const { record, line } of recordsOf(file)) last.set(slotOf(record), line);
  const kept = new Set(last.values());
  const summary = summarizer();
  for await (const { record, line } of recordsOf(file))
    if (kept.has(line)) summary.add(validated(record, file, line));
  return summary.summary();
}

/** What lies in the outbox of a spool now: the trainer may take any of it away at any time. */
async function summarizeAnswers(outbox: string): Promise<Summary> {
  const summary = summarizer();
  for (const name of (await readdir(outbox)).filter((name) => name.endsWith('.json'))) {
    const file = join(outbox, name);
    const bytes = await readFile(file).catch(() => null);
    if (bytes === null) continue;
    summary.add(validated(readRecord({ bytes, number: 1, ended: true }, file), file, 1));
  }
  return summary.summary();
}

async function* recordsOf(file: string): AsyncGenerator<{ record: BatchRecord; line: number }, void> {
  const way = 'give a run folder or spool of gagar batch, or its results.jsonl';
  const handle = await openRegular(file).catch((cause: NodeJS.ErrnoException) => {
    throw new Fault('input', `cannot be read (${cause.code ?? cause.message}); ${way}`, { file }, { cause });
  });
  if (handle === null) throw new Fault('input', `is not a regular file; ${way}`, { file });
  await using _ = handle;
  // A line without its end is being written at this moment, or its writer died.
  for await (const line of linesIn(handle))
    if (line.ended) yield { record: readRecord(line, file), line: line.number };
}

function validated(record: BatchRecord, file: string, line: number): BatchRecord {
  const checked = checkSchema<BatchRecord>(isFailure(record) ? GroupFailure : Result, record);
  if ('problems' in checked) throw refusal(checked.problems.map(toProblem), { file, line });
  return checked.value;
}
