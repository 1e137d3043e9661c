/** Harbor's agent trajectory interchange format, ATIF 1.0 to 1.7: steps with their observations, and embedded sub-agents. */
import { clip } from '../../text/clip.js';
import { isObject, type JsonObject, text, toJson } from '../../text/json.js';
import { assistantTurn, recordedExit, said, unknownRecord } from '../chat.js';
import type { EventRow } from '../event.js';
import type { Answered, Reading, TraceFormat } from '../format.js';
import { readContent } from '../parts.js';
import { readCall } from '../tools.js';

const MAX_DEPTH = 16;

export const atif: TraceFormat = {
  name: 'atif',
  containers: [{ kind: 'array', path: ['steps'], after: [['subagent_trajectories']] }],
  version: { field: 'schema_version', known: /^ATIF-v1\.[0-7]$/ },
  recognize({ first, text: shown }) {
    const version = text(first, 'schema_version') ?? '';
    if (version.startsWith('ATIF-')) return `schema_version ${clip(version, 40)}`;
    return /"schema_version"\s*:\s*"ATIF-/.test(shown) && 'steps' in first
      ? 'a schema_version of ATIF'
      : null;
  },
  read: (record) => readPart(record, undefined, 0),
};

/** A step, or a whole trajectory of a sub-agent, which may have its own. */
function readPart(part: unknown, thread: string | undefined, depth: number): Reading | readonly Reading[] {
  if (!isObject(part)) return unknownRecord(part);
  if (text(part, 'source') !== undefined) return { ...readStep(part), ...threadOf(part, thread) };
  const { steps, subagent_trajectories: below, agent } = part;
  if (!Array.isArray(steps) || depth > MAX_DEPTH) return unknownRecord(part);
  const named = text(part, 'trajectory_id') ?? text(part, 'session_id');
  const name = clip(named ?? (isObject(agent) ? text(agent, 'name') : undefined) ?? 'sub-agent', 100);
  const parts = [...steps, ...(Array.isArray(below) ? below : [])];
  return parts.flatMap((inner) => readPart(inner, name, depth + 1));
}

/** Conversions of Claude Code's sessions keep its side chains in the main list. */
function threadOf(step: JsonObject, given: string | undefined): { readonly thread?: string } {
  const extra = isObject(step['extra']) ? step['extra'] : {};
  const side = extra['is_sidechain'] === true ? (text(extra, 'agent_id') ?? 'sidechain') : undefined;
  const thread = side ?? given;
  return thread === undefined ? {} : { thread: clip(thread, 100) };
}

function readStep(step: JsonObject): Reading {
  const source = text(step, 'source');
  const content = readContent(step['message']);
  const calls = listOf(step['tool_calls'])
    .filter(isObject)
    .map((call) =>
      readCall(text(call, 'tool_call_id') ?? null, text(call, 'function_name') ?? '', call['arguments']),
    );
  const observation = isObject(step['observation']) ? step['observation'] : {};
  const observed = listOf(observation['results']).filter(isObject);
  if (isCopied(step)) return copied(content.text, calls.length, observed.length);
  if (source === 'agent') {
    const turn = assistantTurn(step, content, calls);
    return { ...turn, pieces: [...turn.pieces, ...observed.map((result) => readResult(result, 'tool'))] };
  }
  const role = source === 'user' ? 'user' : 'system';
  const results = observed.map((result) => readResult(result, 'system'));
  const asked = calls.map((call) => ({ ...call, role: 'system' as const }));
  return { pieces: [said(role, content, known(source) ? undefined : source), ...asked, ...results] };
}

const known = (source: string | undefined): boolean => source === 'user' || source === 'system';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function readResult(result: JsonObject, role: EventRow['role']): Answered {
  const content = readContent(result['content']);
  const references = listOf(result['subagent_trajectory_ref']).filter(isObject).map(showReference);
  const shown = [content.text, ...references].filter((line) => line !== null);
  return {
    type: 'result',
    id: text(result, 'source_call_id') ?? null,
    role,
    text: shown.length === 0 ? null : shown.join('\n'),
    exit_code: recordedExit({ ...result, metadata: result['extra'] }),
    notes: content.notes,
  };
}

function showReference(reference: JsonObject): string {
  const name =
    text(reference, 'trajectory_id') ?? text(reference, 'session_id') ?? text(reference, 'trajectory_path');
  return `[sub-agent: ${clip(name ?? toJson(reference) ?? '', 200)}]`;
}

const isCopied = (step: JsonObject): boolean =>
  step['is_copied_context'] === true ||
  (isObject(step['extra']) && step['extra']['is_copied_context'] === true);

/** Steps that a continuation repeats from the file before it: said again, but done once. */
function copied(words: string | null, calls: number, results: number): Reading {
  const shown = `[copied context, ${calls} calls and ${results} results]${words === null ? '' : `\n${words}`}`;
  return { pieces: [{ type: 'message', role: 'system', text: shown, notes: [] }] };
}
