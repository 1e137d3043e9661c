/** Reads what runners reported out of band: items with a status, in files that only our reporters name and sign. */
import { isObject, parseJson, text } from '../text/json.js';

export type ItemStatus = 'pass' | 'fail' | 'error' | 'skip' | 'started';

export interface Item {
  readonly status: ItemStatus;
  readonly runner: string;
  /** File that holds the test as the runner named it, or the package for Go; empty where it did not say. */
  readonly home: string;
}

export interface ItemReport {
  readonly items: ReadonlyMap<string, Item>;
  /** Ids that a runner collected or ran, sorted. */
  readonly collected: readonly string[];
  /** Files or lines that none of our reporters wrote. */
  readonly foreign: number;
}

/** From the best to the worst: of several results for one id the worst one counts. */
const ORDER: readonly ItemStatus[] = ['pass', 'skip', 'started', 'error', 'fail'];
const STATUSES = new Set<unknown>(['pass', 'fail', 'error', 'skip']);
const MAX_ID = 4096;

/**
 * @param files the report folder, by name
 * @param sign the secret of the run: it begins every file name and stands in every line of our own reporters
 */
export function readReport(files: ReadonlyMap<string, Uint8Array>, sign: string): ItemReport {
  const items = new Map<string, Item>();
  const collected = new Set<string>();
  let foreign = 0;
  const add = (id: string, item: Item): void => {
    collected.add(id);
    const known = items.get(id);
    // A start is only the first half of a result.
    const isWorse =
      known === undefined || known.status === 'started' || rank(item.status) > rank(known.status);
    if (isWorse && !(known !== undefined && item.status === 'started')) items.set(id, item);
  };
  for (const [name, bytes] of files) {
    const kind = name.startsWith(`${sign}-`) ? name.slice(sign.length + 1) : null;
    if (kind === null) foreign += 1;
    for (const line of kind === null ? [] : wholeLines(bytes)) {
      const events = kind?.startsWith('go-') ? goEvent(line) : ownEvent(line, sign);
      if (events === null) foreign += 1;
      else if ('ids' in events) for (const id of events.ids) collected.add(id);
      else if (events.id !== '') add(events.id, events);
    }
  }
  return { items, collected: [...collected].sort(), foreign };
}

const rank = (status: ItemStatus): number => ORDER.indexOf(status);

/** A line without its end was cut off when the program was stopped, and says nothing. */
const wholeLines = (bytes: Uint8Array): string[] => new TextDecoder().decode(bytes).split('\n').slice(0, -1);

type Event = (Item & { readonly id: string }) | { readonly ids: readonly string[] };
const NOTHING: Event = { ids: [] };

function ownEvent(line: string, sign: string): Event | null {
  const parsed = parseJson(line);
  if (!parsed.ok || !isObject(parsed.value) || text(parsed.value, 'sign') !== sign) return null;
  const { ids, status } = parsed.value;
  if (Array.isArray(ids)) return { ids: ids.filter(isId) };
  const id = text(parsed.value, 'id');
  if (!isId(id)) return null;
  const home = text(parsed.value, 'home') ?? '';
  const runner = text(parsed.value, 'runner') ?? '';
  return { id, home, runner, status: STATUSES.has(status) ? (status as ItemStatus) : 'started' };
}

const isId = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_ID;

const GO_ACTIONS: Readonly<Record<string, ItemStatus>> = {
  run: 'started',
  pass: 'pass',
  fail: 'fail',
  skip: 'skip',
};

/** `go test -json`: one object a line; lines about packages and output are no items. */
function goEvent(line: string): Event | null {
  const parsed = parseJson(line);
  if (!parsed.ok || !isObject(parsed.value)) return line.trim() === '' ? NOTHING : null;
  const [home, test, action] = ['Package', 'Test', 'Action'].map((name) => text(parsed.value as never, name));
  if (home === undefined || test === undefined || action === undefined) return NOTHING;
  const status = Object.hasOwn(GO_ACTIONS, action) ? GO_ACTIONS[action] : undefined;
  return status === undefined ? NOTHING : { id: `${home}.${test}`, home, runner: 'go', status };
}

/** What a program printed in TAP: a claim of whoever could write to its output. */
export function tapClaims(output: string): Map<string, ItemStatus> {
  const claims = new Map<string, ItemStatus>();
  for (const line of output.split('\n')) {
    const [, not, name, directive] =
      /^\s*(not )?ok\b[ \t]*\d*[ \t]*(?:- )?(.*?)(?:\s#\s*(SKIP|TODO)\b.*)?$/i.exec(line) ?? [];
    if (name === undefined || name === '') continue;
    const status = directive?.toUpperCase() === 'SKIP' ? 'skip' : not === undefined ? 'pass' : 'fail';
    const known = claims.get(name);
    if (known === undefined || rank(status) > rank(known)) claims.set(name, status);
  }
  return claims;
}
