/** One row of a table of results: its id, its verdict, and the files that it names. */
import { clip } from '../text/clip.js';
import { type JsonObject, toJson } from '../text/json.js';
import { EXITS, VALIDITIES } from '../vocabulary.js';
import type { AttemptFacts } from './claim.js';
import { defined } from './row.js';

const NAMES = {
  id: ['id', 'rollout', 'rollout_id', 'run', 'name', 'trial', 'attempt', 'instance_id'],
  passed: ['passed', 'resolved', 'success', 'is_resolved', 'pass', 'solved'],
  reward: ['reward', 'score'],
  patch: ['patch', 'patch_path', 'patch_file', 'diff'],
  logs: ['log', 'logs', 'test_log', 'test_output'],
  trajectory: ['trajectory', 'trajectories', 'traj', 'session', 'transcript'],
  model: ['model', 'model_name', 'model_name_or_path'],
  harness: ['harness', 'agent'],
  validity: ['validity', 'valid'],
  exit: ['exit', 'exit_status', 'stop_reason'],
  reason: ['reason', 'note', 'label_note'],
} as const;

type Column = keyof typeof NAMES;

export const cell = (row: JsonObject, column: Column): unknown =>
  NAMES[column]
    .map((name) => row[name])
    .find((value) => value !== undefined && value !== null && value !== '');

const textCell = (row: JsonObject, column: Column): string | undefined => {
  const value = cell(row, column);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

export const idOfRow = (row: JsonObject): string | undefined => textCell(row, 'id');

/** Paths that a row names: one, or a list of them. */
export function pathsIn(row: JsonObject, column: 'patch' | 'logs' | 'trajectory'): string[] {
  const value = cell(row, column);
  const list = Array.isArray(value) ? value : [value];
  return list.filter((path) => typeof path === 'string').filter((path) => !path.includes('\n'));
}

const YES = /^(?:true|yes|y|1|1\.0|pass|passed|resolved|success|ok|✓)$/i;
const NO = /^(?:false|no|n|0|0\.0|fail|failed|unresolved|failure|✗)$/i;

export function verdictOfRow(row: JsonObject): AttemptFacts {
  const stated = cell(row, 'passed');
  const word = ['string', 'boolean', 'number'].includes(typeof stated) ? String(stated).trim() : '';
  const reward = Number(textCell(row, 'reward') ?? Number.NaN);
  const passed = YES.test(word) ? true : NO.test(word) ? false : null;
  const odd = word !== '' && passed === null ? [`${JSON.stringify(word.slice(0, 40))} is no verdict`] : [];
  const status = validityOf(row);
  const exit = EXITS.find((name) => name === textCell(row, 'exit'));
  return {
    passed,
    ...(Number.isFinite(reward) && Math.abs(reward) <= 1e12 && { reward }),
    ...(status !== undefined && { validity: defined({ status, reason: textCell(row, 'reason') }) }),
    ...(exit !== undefined && { exit: { status: exit } }),
    policy: defined({ model: textCell(row, 'model'), harness: textCell(row, 'harness') }),
    warnings: odd,
  };
}

const ACCEPTED = {
  passed:
    'true, yes, pass, passed, resolved, success, ok or 1; false, no, fail, failed, unresolved, failure or 0',
  reward: 'a number',
  validity: VALIDITIES.join(', '),
} as const;

/** Column, value and what is expected, where a cell of a row says something that cannot be read. */
export function oddCell(row: JsonObject): string | null {
  const { passed, reward, validity } = verdictOfRow(row);
  const read = { passed: passed !== null, reward: reward !== undefined, validity: validity !== undefined };
  for (const column of ['passed', 'reward', 'validity'] as const) {
    const value = cell(row, column);
    if (value === undefined || read[column]) continue;
    const name = NAMES[column].find((one) => row[one] === value);
    return `column ${name}: ${clip(toJson(value) ?? 'a value', 80)} cannot be read; expected ${ACCEPTED[column]}, or nothing`;
  }
  return null;
}

function validityOf(row: JsonObject): (typeof VALIDITIES)[number] | undefined {
  const word = textCell(row, 'validity')?.toLowerCase();
  return VALIDITIES.find((name) => name === word);
}
