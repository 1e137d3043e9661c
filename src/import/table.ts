/** Tables of results: CSV, TSV, JSON lists or lines, with columns of many names for the same things. */
import { isObject, type JsonObject, parseJson } from '../text/json.js';

export interface Table {
  /** What the table says of the task as a whole; empty for a bare list. */
  readonly head: JsonObject;
  readonly rows: readonly JsonObject[];
}

const LISTS = ['rollouts', 'candidates', 'results', 'attempts', 'rows', 'trials'];

/** null where the text is no table of objects. */
export function readTable(name: string, content: string): Table | null {
  const text = content.replace(/^\ufeff/, '');
  if (/\.[ct]sv$/.test(name)) return { head: {}, rows: readCsv(text, name.endsWith('.tsv') ? '\t' : ',') };
  if (name.endsWith('.jsonl')) return { head: {}, rows: text.split('\n').flatMap(objectIn) };
  const parsed = parseJson(text);
  if (!parsed.ok) return null;
  if (Array.isArray(parsed.value)) return { head: {}, rows: parsed.value.filter(isObject) };
  if (!isObject(parsed.value)) return null;
  const { value } = parsed;
  const list = LISTS.find((field) => Array.isArray(value[field]));
  if (list !== undefined) return { head: value, rows: (value[list] as unknown[]).filter(isObject) };
  return { head: {}, rows: byName(value) };
}

const objectIn = (line: string): JsonObject[] => {
  const parsed = parseJson(line.trim());
  return parsed.ok && isObject(parsed.value) ? [parsed.value] : [];
};

/** `{"run-1": {…}}` or `{"run-1": true}`. */
const byName = (value: JsonObject): JsonObject[] =>
  Object.entries(value).flatMap(([id, row]) => {
    if (isObject(row)) return [{ id, ...row }];
    return typeof row === 'boolean' || typeof row === 'number' ? [{ id, passed: row }] : [];
  });

/** RFC 4180: quoted fields may hold separators, line breaks and doubled quotes. */
function readCsv(text: string, separator: string): JsonObject[] {
  const [header = [], ...lines] = csvRows(text, separator);
  const names = header.map((name) => name.trim().toLowerCase());
  return lines
    .filter((fields) => fields.some((field) => field.trim() !== ''))
    .map((fields) => Object.fromEntries(names.map((name, column) => [name, fields[column] ?? ''])));
}

function csvRows(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let from = 0;
  const add = (field: string, ends: boolean): void => {
    row.push(field);
    if (!ends) return;
    rows.push(row);
    row = [];
  };
  while (from < text.length) {
    const quoted = text[from] === '"' ? closing(text, from) : null;
    const start = quoted?.end ?? from;
    let end = start;
    while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
    const plain = text.slice(start, end).replace(/\r$/, '');
    add((quoted?.field ?? '') + plain, end >= text.length || text[end] === '\n');
    from = end + 1;
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

function closing(text: string, from: number): { readonly field: string; readonly end: number } {
  let field = '';
  for (let at = from + 1; at < text.length; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { field: field + text.slice(at), end: text.length };
    field += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { field, end: quote + 1 };
    field += '"';
    at = quote + 2;
  }
  return { field, end: text.length };
}
