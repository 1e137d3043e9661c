/** Reads YAML 1.2 files of ours and of users: strict keys, no alias bombs, BOM and CRLF tolerated; the home of the yaml package. */
import { readFileSync, statSync } from 'node:fs';
import {
  type Document,
  isScalar,
  LineCounter,
  parseDocument,
  stringify,
  visit,
  type YAMLParseError,
} from 'yaml';
import { Fault } from '../src/fault.js';
import { quoted } from '../src/records/field.js';

const MAX_BYTES = 4 * 1024 * 1024;
/** More than our files need, few enough that a "billion laughs" file stops at once. */
const MAX_ALIASES = 50;

export interface YamlOptions {
  /** `none` refuses the first one: a text that others hand over needs none, and with aliases it can be its own part. */
  readonly aliases?: 'few' | 'none';
}

/** Advice for callers of the parser is none for whoever wrote the file. */
function saidPlainly({ code, message }: YAMLParseError): string {
  if (code === 'MULTIPLE_DOCS') return 'it holds several documents (`---`); put one into a file';
  if (message.startsWith('Maximum call stack')) return 'it is nested too deeply';
  return (message.split('\n', 1)[0] ?? '').replace(/:$/, '');
}

interface Survey {
  /** The first key that its mapping has had before; keys are texts, whatever they look like, once they are read. */
  readonly repeated: { readonly key: string; readonly at: number } | null;
  /** Where the first alias stands that is too many. */
  readonly alias: number | null;
}

/** In one walk, as the parser would look for each alias from the start. */
function surveyOf(document: Document.Parsed, maxAliases: number): Survey {
  let repeated: Survey['repeated'] = null;
  let alias: number | null = null;
  let aliases = 0;
  visit(document, {
    Alias: (_, { range }) => {
      aliases += 1;
      if (aliases <= maxAliases) return undefined;
      alias = range?.[0] ?? 0;
      return visit.BREAK;
    },
    Map: (_, { items }) => {
      repeated = repeatedKey(items);
      return repeated === null ? undefined : visit.BREAK;
    },
  });
  return { repeated, alias };
}

function repeatedKey(items: readonly { readonly key: unknown }[]): Survey['repeated'] {
  const seen = new Set<string>();
  for (const { key } of items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    if (seen.has(name)) return { key: name, at: key.range?.[0] ?? 0 };
    seen.add(name);
  }
  return null;
}

/** @throws Fault input with file and line for a syntax error, a duplicate key, or too many aliases. */
export function parseYaml(text: string, file: string, { aliases = 'few' }: YamlOptions = {}): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text.replace(/^\uFEFF/, ''), {
    // Each of a million faults would be shown with its line, and found anew from the start.
    prettyErrors: false,
    // Below, in one walk: the parser holds each key against all others, minutes for 100,000 of them.
    uniqueKeys: false,
    lineCounter: lines,
  });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const { line } = lines.linePos(problem.pos[0]);
    throw new Fault('input', `is not valid YAML: ${saidPlainly(problem)}`, { file, line });
  }
  const { repeated, alias } = surveyOf(document, aliases === 'none' ? 0 : MAX_ALIASES);
  const lineOf = (at: number): number => lines.linePos(at).line;
  if (repeated !== null) {
    const message = `is not valid YAML: the key ${quoted(repeated.key)} stands twice in one mapping`;
    throw new Fault('input', message, { file, line: lineOf(repeated.at) });
  }
  if (alias !== null) {
    const message =
      aliases === 'none' ? 'holds an alias (`*name`)' : `holds more than ${MAX_ALIASES} aliases`;
    throw new Fault('input', `${message}: write the value out`, { file, line: lineOf(alias) });
  }
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Fault('input', `cannot be read as YAML: ${why}`, { file }, { cause });
  }
}

/** @throws Fault input when the file is missing, unreadable or larger than 4 MiB. */
export function readYaml(file: string, options: YamlOptions = {}): unknown {
  let text: string;
  try {
    const found = statSync(file);
    // A device or a pipe would never end.
    if (!found.isFile()) throw new Error('expected a regular file');
    if (found.size > MAX_BYTES)
      throw new Error(`it has ${found.size} bytes; a YAML file may have at most ${MAX_BYTES}`);
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not UTF-8' : (code ?? message);
    throw new Fault('input', `cannot be read (${why})`, { file }, { cause });
  }
  return parseYaml(text, file, options);
}

/** A value as YAML for people: long texts are folded, nothing is shared by an alias. */
export const yamlText = (value: object): string =>
  stringify(value, { lineWidth: 110, aliasDuplicateObjects: false });
