/** Runs `gagar rubric lint`: reads the rubric and stored results, prints what is marked. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../src/fault.js';
import { lintRubric, type Mark } from '../../src/grs/lint.js';
import { parseResult } from '../../src/records/parse.js';
import type { Result } from '../../src/records/result.js';
import { renderName } from '../../src/text/render.js';
import { EXIT } from '../cli/exit.js';
import { readTaskRubric } from '../grs/rubric-file.js';

/** @throws Fault input for a file that cannot be used, or a result of another road */
export async function runRubricLint(
  file: string,
  paths: readonly string[],
  { json = false }: { readonly json?: boolean },
): Promise<void> {
  const { value: rubric } = readTaskRubric(file);
  const results = (await Promise.all(paths.map(resultsAt))).flat();
  const marks = lintRubric(rubric, results);
  for (const mark of marks) process.stdout.write(json ? `${JSON.stringify(mark)}\n` : markText(mark));
  if (marks.length > 0) process.exitCode = EXIT.some_failed;
  else if (!json) process.stdout.write('nothing is marked\n');
}

const markText = ({ criterion, kind, message }: Mark): string =>
  `${renderName(criterion)}: ${kind}: ${renderName(message)}\n`;

async function resultsAt(path: string): Promise<Result[]> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const file = isFolder ? join(path, 'result.json') : path;
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    const way = 'give results of `gagar grs`: a result.json, a run folder, or .jsonl';
    throw new Fault('input', `cannot be read (${cause.code ?? cause.message}); ${way}`, { file }, { cause });
  });
  if (!/\.(jsonl|ndjson)$/.test(file)) return [parseResult(bytes, { file })];
  const lines = bytes.toString('utf8').split('\n');
  return lines.flatMap((line, at) => (line.trim() === '' ? [] : [parseResult(line, { file, line: at + 1 })]));
}
