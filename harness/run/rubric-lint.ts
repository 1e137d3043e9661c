/** Runs `gagar rubric lint`: reads the rubric and stored results, prints what is marked. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFolder } from '../../sandbox/make-folder.js';
import { Fault } from '../../src/fault.js';
import { lintRubric, type Mark } from '../../src/grs/lint.js';
import { parseResult } from '../../src/records/parse.js';
import type { Result } from '../../src/records/result.js';
import { criteriaOf } from '../../src/records/task-rubric.js';
import { renderName } from '../../src/text/render.js';
import { EXIT } from '../exit.js';
import { type DigestedRubric, readTaskRubric } from '../grs/rubric-file.js';

/** @throws Fault input for a file that cannot be used, or a result of another road */
export async function runRubricLint(
  file: string,
  paths: readonly string[],
  { json = false }: { readonly json?: boolean },
): Promise<void> {
  const rubric = readTaskRubric(file);
  const results = (await Promise.all(paths.map(resultsAt))).flat();
  for (const { value, place } of results) checkAssessed(value, rubric, place);
  const earlier = results.filter(({ value }) => value.judge.rubric_digest !== rubric.digest).length;
  if (earlier > 0)
    process.stderr.write(
      `gagar: ${earlier} of ${results.length} results are of another version of this rubric; their criteria are joined by id\n`,
    );
  const marks = lintRubric(
    rubric.value,
    results.map(({ value }) => value),
  );
  for (const mark of marks) process.stdout.write(json ? `${JSON.stringify(mark)}\n` : markText(mark));
  if (marks.length > 0) process.exitCode = EXIT.some_failed;
  else if (!json) process.stdout.write('nothing is marked\n');
}

const markText = ({ criterion, kind, message }: Mark): string =>
  `${renderName(criterion)}: ${kind}: ${renderName(message)}\n`;

interface Read {
  readonly value: Result;
  readonly place: { readonly file: string; readonly line?: number };
}

/** A rubric that is being edited keeps its ids; a result that shares none of them says nothing about it. */
function checkAssessed({ route, rollouts }: Result, { value }: DigestedRubric, place: Read['place']): void {
  if (route.name !== 'grs') {
    const way = 'give results of `gagar grs`';
    throw new Fault('input', `is of the route ${route.name}, which asks no criteria; ${way}`, place);
  }
  const known = new Set(criteriaOf(value).map(({ id }) => id));
  const asked = rollouts.flatMap(({ grs }) => grs?.criteria ?? []);
  if (asked.length === 0 || asked.some(({ id }) => known.has(id))) return;
  const ids = [...new Set(asked.map(({ id }) => id))].slice(0, 3).join(', ');
  throw new Fault(
    'input',
    `was assessed by another rubric (${ids}, …), which shares no criterion with this one`,
    place,
  );
}

async function resultsAt(path: string): Promise<Read[]> {
  const file = (await isFolder(path)) ? join(path, 'result.json') : path;
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    const way = 'give results of `gagar grs`: a result.json, a run folder, or .jsonl';
    throw new Fault('input', `cannot be read (${cause.code ?? cause.message}); ${way}`, { file }, { cause });
  });
  const read = (text: string | Uint8Array, place: Read['place']): Read => ({
    value: parseResult(text, place),
    place,
  });
  if (!/\.(jsonl|ndjson)$/.test(file)) return [read(bytes, { file })];
  const lines = bytes.toString('utf8').split('\n');
  return lines.flatMap((line, at) => (line.trim() === '' ? [] : [read(line, { file, line: at + 1 })]));
}
