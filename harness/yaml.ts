/** Reads YAML 1.2 files of ours and of users: strict keys, no alias bombs, BOM and CRLF tolerated; the home of the yaml package. */
import { readFileSync, statSync } from 'node:fs';
import { parseDocument, stringify, type YAMLParseError } from 'yaml';
import { Fault } from '../src/fault.js';

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

/** @throws Fault input with file and line for a syntax error, a duplicate key, or too many aliases. */
export function parseYaml(text: string, file: string, { aliases = 'few' }: YamlOptions = {}): unknown {
  const document = parseDocument(text.replace(/^\uFEFF/, ''), { prettyErrors: true, uniqueKeys: true });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const line = problem.linePos?.[0].line;
    const message = saidPlainly(problem);
    throw new Fault('input', `is not valid YAML: ${message}`, line === undefined ? { file } : { file, line });
  }
  try {
    return document.toJS({ maxAliasCount: aliases === 'none' ? 0 : MAX_ALIASES });
  } catch (cause) {
    if (aliases === 'none')
      throw new Fault('input', 'holds an alias (`*name`): write the value out', { file }, { cause });
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
