/** Reads what a user gives beside the runs: a data set with the tasks. */
import { basename } from 'node:path';
import { Fault } from '../../src/fault.js';
import type { TaskFacts } from '../../src/import/claim.js';
import { taskOfRow } from '../../src/import/row.js';
import { isObject, type JsonObject, parseJson, text } from '../../src/text/json.js';
import { fileAt } from './walk.js';

/** For what is named by the user: nothing of it is left out. */
export const refuse = (file: string) => (_: string, message: string) => {
  throw new Fault('input', message, { file });
};

/** Tasks by instance, of a data set as JSON lines or a JSON list. @throws Fault input */
export async function readDataset(file: string): Promise<ReadonlyMap<string, TaskFacts>> {
  const tasks = new Map<string, TaskFacts>();
  const trials = {
    containers: [{ kind: 'array', path: [] }, { kind: 'lines' }],
    // The first line of a printed document is an object without members, and no row.
    isTrial: (record: JsonObject | null) => Object.keys(record ?? {}).length > 0,
  } as const;
  for await (const part of fileAt(file, basename(file), refuse(file)).split(trials)) {
    const parsed = parseJson((await part.text()).replace(/^\ufeff/, '').trim());
    const row = parsed.ok && isObject(parsed.value) ? parsed.value : {};
    const id = text(row, 'instance_id') ?? pullRequest(row['org'], row['repo'], row['number']);
    if (id !== undefined) tasks.set(id, taskOfRow(row));
  }
  if (tasks.size > 0) return tasks;
  throw new Fault('input', 'has no row with an instance_id; expected a data set as .jsonl or a .json list', {
    file,
  });
}

const pullRequest = (org: unknown, repo: unknown, number: unknown): string | undefined =>
  typeof org === 'string' && typeof repo === 'string' ? `${org}__${repo}-${number}` : undefined;
