/** Reads a stored result, validates it, and prints it. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../src/fault.js';
import { parseResult } from '../../src/records/parse.js';
import { reportText } from '../report/report.js';

/** @throws Fault input where the file is missing or is no valid result. */
export async function showResult(path: string, { json = false }: { readonly json?: boolean }): Promise<void> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const file = isFolder ? join(path, 'result.json') : path;
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    const way = 'give a result.json or a run folder that holds one';
    throw new Fault('input', `cannot be read (${cause.code ?? cause.message}); ${way}`, { file }, { cause });
  });
  const result = parseResult(bytes, { file });
  process.stdout.write(json ? `${JSON.stringify(result, null, 2)}\n` : reportText(result));
}
