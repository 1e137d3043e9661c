/** Reads the table of verdicts that a user gives beside the runs, and says which row is of which attempt. */
import { basename } from 'node:path';
import { Fault } from '../../src/fault.js';
import type { AttemptFacts } from '../../src/import/claim.js';
import type { Attempt } from '../../src/import/join.js';
import { claimsJson, whyNotJson } from '../../src/import/not-json.js';
import { stemOf } from '../../src/import/source.js';
import { readTable } from '../../src/import/table.js';
import { idOfRow, oddCell, verdictOfRow } from '../../src/import/table-row.js';
import { baseName, folderOf } from '../../src/paths.js';
import { clip } from '../../src/text/clip.js';
import type { JsonObject } from '../../src/text/json.js';
import { refuse } from './dataset.js';
import { fileAt } from './walk.js';

/** A table of verdicts. */
export interface Results {
  /** The ids of its rows. */
  readonly ids: ReadonlySet<string>;
  /**
   * What it says of an attempt by its id, its file or its name.
   * @param all the attempts among which that must be told apart; of a name that two at one task have nothing is said
   */
  of(attempt: Attempt, all?: readonly Attempt[]): AttemptFacts | undefined;
  /** Ids that no attempt was asked about by. */
  unused(): readonly string[];
  /** Ids that several attempts at one task have. */
  doubtful(): readonly string[];
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
  const doubtful = new Set<string>();
  const nameOf = (attempt: Attempt): Name | undefined => namesOf(attempt).find(({ name }) => byId.has(name));
  const rivals = rivalsBy(nameOf);
  return {
    ids: new Set(byId.keys()),
    of(attempt, all = [attempt]) {
      const found = nameOf(attempt);
      if (found === undefined) return undefined;
      used.add(found.name);
      const others = rivals(all).get(keyOf(attempt, found)) ?? [];
      const closest = Math.min(found.distance, ...others);
      if (found.distance > closest) return undefined;
      if (others.filter((distance) => distance === closest).length > 1) {
        doubtful.add(found.name);
        return undefined;
      }
      const facts = byId.get(found.name);
      return facts?.passed === null ? { ...facts, passed: undefined as never } : facts;
    },
    unused: () => [...byId.keys()].filter((id) => !used.has(id)),
    doubtful: () => [...doubtful],
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

interface Name {
  readonly name: string;
  /** How far it is from naming this attempt alone. */
  readonly distance: number;
}

const keyOf = ({ instance }: Attempt, { name }: Name): string => JSON.stringify([instance, name]);

/** How close all attempts are to each name that one of them is found by, made once for each list. */
function rivalsBy(
  nameOf: (attempt: Attempt) => Name | undefined,
): (all: readonly Attempt[]) => ReadonlyMap<string, readonly number[]> {
  const known = new WeakMap<readonly Attempt[], ReadonlyMap<string, readonly number[]>>();
  return (all) => {
    const found = known.get(all) ?? distancesIn(all, nameOf);
    known.set(all, found);
    return found;
  };
}

function distancesIn(
  all: readonly Attempt[],
  nameOf: (attempt: Attempt) => Name | undefined,
): ReadonlyMap<string, readonly number[]> {
  const made = new Map<string, number[]>();
  for (const attempt of all) {
    const name = nameOf(attempt);
    if (name === undefined) continue;
    const key = keyOf(attempt, name);
    const list = made.get(key);
    if (list === undefined) made.set(key, [name.distance]);
    else list.push(name.distance);
  }
  return made;
}

/** By what a person could call an attempt, the closest first. */
function namesOf({ run, name, claims }: Attempt): Name[] {
  const files = claims.flatMap(({ files: [first] }) => first ?? []);
  const at = (path: string, place: string): string => (place === '' ? path : `${path}:${place}`);
  const names: (readonly string[])[] = [
    name === null ? [] : [`${run}/${name}`],
    name === null ? [] : [name],
    files.map(({ path, place }) => at(path, place)),
    files.map(({ path, place }) => at(baseName(path), place)),
    files.flatMap(({ path, place }) => (place === '' ? [stemOf(path)] : [])),
    files.flatMap(({ path }) => folderOf(path).split('/').filter(Boolean)),
    [run],
  ];
  return names.flatMap((list, distance) => list.map((one) => ({ name: one, distance })));
}
