/** Reads what a user gives beside the runs: a data set with the tasks, and a table with verdicts. */
import { basename } from 'node:path';
import { Fault } from '../../src/fault.js';
import type { AttemptFacts, TaskFacts } from '../../src/import/claim.js';
import type { Attempt } from '../../src/import/join.js';
import { claimsJson, whyNotJson } from '../../src/import/not-json.js';
import { taskOfRow } from '../../src/import/row.js';
import { baseOf, stemOf } from '../../src/import/source.js';
import { readTable } from '../../src/import/table.js';
import { idOfRow, oddCell, verdictOfRow } from '../../src/import/table-row.js';
import { clip } from '../../src/text/clip.js';
import { isObject, type JsonObject, parseJson, text } from '../../src/text/json.js';
import { fileAt } from './walk.js';

const refuse = (file: string) => (_: string, message: string) => {
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

/** A table of verdicts. */
export interface Results {
  /** The ids of its rows. */
  readonly ids: ReadonlySet<string>;
  /** What it says of an attempt by its id, its file or its name. */
  of(attempt: Attempt): AttemptFacts | undefined;
  /** Ids that no attempt was asked about by. */
  unused(): readonly string[];
}

/** @throws Fault input */
export async function readResults(file: string): Promise<Results> {
  const content = await fileAt(file, basename(file), refuse(file)).text();
  const name = basename(file).replace(/\.gz$/, '');
  const fault = claimsJson(name) ? whyNotJson(name, content) : null;
  if (fault !== null) throw new Fault('input', fault, { file });
  const byId = verdictsById(readTable(name, content)?.rows ?? [], file);
  if (![...byId.values()].some(decides))
    throw new Fault('input', 'has no row with an id and a verdict; expected columns id and passed', { file });
  const used = new Set<string>();
  return {
    ids: new Set(byId.keys()),
    of(attempt) {
      const name = namesOf(attempt).find((one) => byId.has(one));
      const facts = name === undefined ? undefined : byId.get(name);
      if (name !== undefined) used.add(name);
      return facts?.passed === null ? { ...facts, passed: undefined as never } : facts;
    },
    unused: () => [...byId.keys()].filter((id) => !used.has(id)),
  };
}

const decides = ({ passed, reward, validity }: AttemptFacts): boolean =>
  typeof passed === 'boolean' || reward !== undefined || validity !== undefined;

/** A row that cannot be read, or that another one contradicts, would make a verdict of nothing. @throws Fault input */
function verdictsById(rows: readonly JsonObject[], file: string): Map<string, AttemptFacts> {
  const byId = new Map<string, { readonly facts: AttemptFacts; readonly at: number }>();
  for (const [index, row] of rows.entries()) {
    const at = index + 1;
    const refuseRow = (message: string): never => {
      throw new Fault('input', `row ${at}: ${message}`, { file });
    };
    const id = idOfRow(row);
    const odd = oddCell(row);
    if (odd !== null) refuseRow(odd);
    const facts = verdictOfRow(row);
    if (id === undefined && decides(facts)) refuseRow('has a verdict, but no id');
    if (id === undefined) continue;
    const other = byId.get(id);
    if (other !== undefined && said(other.facts) !== said(facts))
      refuseRow(
        `says something else of ${JSON.stringify(clip(id, 80))} than row ${other.at}; keep one of them`,
      );
    byId.set(id, { facts, at });
  }
  return new Map([...byId].map(([id, { facts }]) => [id, facts]));
}

const said = ({ passed, reward, validity }: AttemptFacts): string =>
  JSON.stringify([passed, reward, validity?.status]);

/** By what a person could call an attempt, the closest first. */
function namesOf({ run, name, claims }: Attempt): string[] {
  const files = claims.flatMap(({ files: [first] }) => first ?? []);
  const paths = files.flatMap(({ path, place }) =>
    place === '' ? [path, baseOf(path), stemOf(path)] : [`${path}:${place}`, `${baseOf(path)}:${place}`],
  );
  return [...(name === null ? [] : [`${run}/${name}`, name]), ...paths, run];
}
