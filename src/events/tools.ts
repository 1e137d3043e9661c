/** Says what a tool call does from its name and the shape of its arguments: kind, command, files. */
import { clip } from '../text/clip.js';
import { isObject, type JsonObject, parseJson, text, toJson } from '../text/json.js';
import type { ToolKind } from './event.js';
import type { Called } from './format.js';
import { filesWritten } from './shell.js';
import { kindOfName } from './tool-names.js';

const MAX_COMMAND = 400;
const MAX_FILES = 16;
const MAX_PATH = 300;
const MAX_TOOL = 100;

const COMMAND_KEYS = ['command', 'cmd', 'script', 'commands', 'code', 'keystrokes', 'input'];
const PATH_KEYS = new Set(
  'path file_path filepath file_name filename file target_file notebook_path relative_path absolute_path paths files directory dir_path dir'.split(
    ' ',
  ),
);
const NEW_TEXT_KEYS = new Set(
  'content contents new_str new_string file_text new_content replacement patch edits code_edit'.split(' '),
);
const QUERY_KEYS = new Set('pattern query regex search_term symbol'.split(' '));
const PATCH_KEYS = ['patch', 'input', 'diff'];
const RUN_KEYS = new Set(['command', 'cmd']);
const ADDRESS_KEYS = new Set(['url', 'urls']);
/** First words of editors that put their verb in `command` (str_replace_editor and its kin). */
const EDITOR_VERBS = new Map<string, ToolKind>([
  ['view', 'read'],
  ['create', 'edit'],
  ['str_replace', 'edit'],
  ['insert', 'edit'],
  ['undo_edit', 'edit'],
]);

/** Makes the call piece of a tool call whose arguments are an object, JSON text, or something broken. */
export function readCall(id: string | null, tool: string, given: unknown): Called {
  const args = readArguments(given);
  const name = clip(tool, MAX_TOOL);
  if (args === null) {
    const raw = typeof given === 'string' ? given : (toJson(given) ?? '[part: arguments]');
    const kind = kindOfName(tool) ?? 'other';
    return {
      type: 'call',
      id,
      tool: name,
      kind,
      command: null,
      files: [],
      text: raw,
      notes: ['malformed_arguments'],
    };
  }
  const editor = has(args, PATH_KEYS) ? EDITOR_VERBS.get(text(args, 'command') ?? '') : undefined;
  const kind = editor ?? kindOfName(tool) ?? kindOfShape(args);
  const command = kind === 'shell' ? commandOf(args) : null;
  return {
    type: 'call',
    id,
    tool: name,
    kind,
    command: command === null ? null : clip(command, MAX_COMMAND),
    files: filesOf(args, kind, command),
    text: showArguments(args, command),
    notes: [],
  };
}

/** The call of a harness that takes plain commands instead of named tools. */
export const readCommand = (command: string): Called => readCall(null, 'bash', { command });

/** Arguments as an object: '' and null are no arguments; null where they are not an object. */
function readArguments(given: unknown): JsonObject | null {
  if (given === undefined || given === null) return {};
  if (typeof given !== 'string') return isObject(given) ? given : null;
  if (given.trim() === '') return {};
  const parsed = parseJson(given);
  return parsed.ok && isObject(parsed.value) ? parsed.value : null;
}

const has = (args: JsonObject, keys: ReadonlySet<string>): boolean =>
  Object.keys(args).some(
    (key) => keys.has(key) && (typeof args[key] === 'string' || Array.isArray(args[key])),
  );

function kindOfShape(args: JsonObject): ToolKind {
  if (has(args, RUN_KEYS)) return 'shell';
  if (has(args, PATH_KEYS))
    return has(args, NEW_TEXT_KEYS) ? 'edit' : has(args, QUERY_KEYS) ? 'search' : 'read';
  if (has(args, ADDRESS_KEYS)) return 'web';
  return has(args, QUERY_KEYS) ? 'search' : 'other';
}

function commandOf(args: JsonObject): string | null {
  for (const key of COMMAND_KEYS) {
    const value = args[key];
    if (typeof value === 'string') return value;
    if (Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string')) {
      // ["bash", "-lc", "ls"] runs its last word.
      const inner = value.length === 3 && /^-\w*c$/.test(String(value[1])) ? value[2] : undefined;
      return typeof inner === 'string' ? inner : value.join(' ');
    }
  }
  return null;
}

function filesOf(args: JsonObject, kind: ToolKind, command: string | null): readonly string[] {
  const found: string[] = [];
  for (const key of Object.keys(args)) if (PATH_KEYS.has(key)) found.push(...pathsIn(args[key]));
  if (command !== null) found.push(...filesOfPatch(command), ...filesWritten(command, MAX_FILES));
  else if (kind === 'edit') found.push(...PATCH_KEYS.flatMap((key) => filesOfPatch(text(args, key) ?? '')));
  if (found.length === 0) return found;
  const paths = found.filter((path) => path !== '' && path !== '/dev/null' && !path.includes('\n'));
  return [...new Set(paths)].slice(0, MAX_FILES).map((path) => clip(path, MAX_PATH));
}

const pathsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value.slice(0, MAX_FILES) : [value])
    .map((item) => (isObject(item) ? text(item, 'path') : item))
    .filter((item) => typeof item === 'string');

/** Paths in the headings of an `apply_patch` text or a unified diff. */
function filesOfPatch(patch: string): string[] {
  const found: string[] = [];
  if (!patch.includes('*** ') && !patch.includes('+++ ')) return found;
  const headings = /^(?:\*\*\* (?:Add|Update|Delete) File: |\*\*\* Move to: |\+\+\+ (?:b\/)?)([^\t\n]+)/gm;
  for (const match of patch.matchAll(headings)) {
    if (found.length >= MAX_FILES) break;
    found.push((match[1] ?? '').trimEnd());
  }
  return found;
}

/** The command alone where there is nothing else; else one `name: value` line each, longer values indented below. */
function showArguments(args: JsonObject, command: string | null): string {
  const names = Object.keys(args);
  if (command !== null && names.length === 1) return command;
  return names.map((name) => showArgument(name, args[name])).join('\n');
}

function showArgument(name: string, value: unknown): string {
  const label = /^[\w.-]{1,100}$/.test(name) ? name : (toJson(name) ?? '');
  const shown = typeof value === 'string' ? value : (toJson(value) ?? '[part: deeply nested value]');
  return shown.includes('\n') ? `${label}:\n  ${shown.split('\n').join('\n  ')}` : `${label}: ${shown}`;
}
