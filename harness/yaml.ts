/** Reads YAML 1.2 files of ours and of users: strict keys, no alias bombs, BOM and CRLF tolerated; the home of the yaml package. */
import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { Fault } from '../src/fault.js';

const MAX_BYTES = 4 * 1024 * 1024;
/** More than our files need, few enough that a "billion laughs" file stops at once. */
const MAX_ALIASES = 50;

/** @throws Fault input with file and line for a syntax error, a duplicate key, or too many aliases. */
export function parseYaml(text: string, file: string): unknown {
  const document = parseDocument(text.replace(/^\uFEFF/, ''), { prettyErrors: true, uniqueKeys: true });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const line = problem.linePos?.[0].line;
    const message = (problem.message.split('\n', 1)[0] ?? '').replace(/:$/, '');
    throw new Fault('input', `is not valid YAML: ${message}`, line === undefined ? { file } : { file, line });
  }
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Fault('input', `cannot be read as YAML: ${why}`, { file }, { cause });
  }
}

/** @throws Fault input when the file is missing, unreadable or larger than 4 MiB. */
export function readYaml(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Fault('input', `cannot be read: ${why}`, { file }, { cause });
  }
  if (text.length > MAX_BYTES)
    throw new Fault('input', `is ${text.length} characters long; a YAML file may have at most ${MAX_BYTES}`, {
      file,
    });
  return parseYaml(text, file);
}
