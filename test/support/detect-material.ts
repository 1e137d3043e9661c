/** Groups in memory for detector tests: base files, candidates as changed files, and events as plain rows. */
import type { FileDiff } from '../../src/diff/model.js';
import type { TraceEvent } from '../../src/events/event.js';
import type { CandidateMaterial, EventReader, GroupMaterial, TreeReader } from '../../src/material.js';
import { Group } from '../../src/records/group.js';
import { lineDiff } from './line-diff.js';

export type Files = Readonly<Record<string, string>>;

export interface CandidateSpec {
  readonly id: string;
  readonly passed?: boolean;
  /** New texts by path; null deletes. */
  readonly files?: Readonly<Record<string, string | null>>;
  readonly events?: readonly Partial<TraceEvent>[];
}

export interface GroupSpec {
  readonly base: Files;
  readonly candidates: readonly CandidateSpec[];
  readonly statement?: string;
  readonly task?: Record<string, unknown>;
  /** Files of the evaluation's test patch, with their new texts. */
  readonly testPatch?: Files;
  /** Files of the reference patch, with their new texts. */
  readonly reference?: Files;
  readonly ancestors?: readonly string[];
}

const encoder = new TextEncoder();
const BASE = '0123456789012345678901234567890123456789';

function memoryTree(files: Files): TreeReader {
  const paths = Object.keys(files).sort();
  return {
    oid: paths.map((path) => `${path}\n${files[path]}`).join('\n'),
    entries: () =>
      Promise.resolve(
        paths.map((path) => ({
          path,
          mode: '100644' as const,
          oid: path,
          size: encoder.encode(files[path]).length,
        })),
      ),
    id: (path) => Promise.resolve(Object.hasOwn(files, path) ? `${files[path]}` : null),
    read: (path) => Promise.resolve(Object.hasOwn(files, path) ? encoder.encode(files[path]) : null),
  };
}

export function memoryEvents(specs: readonly Partial<TraceEvent>[]): EventReader {
  const events = specs.map(
    (spec, index): TraceEvent => ({
      id: `e${index + 1}`,
      turn: index + 1,
      thread: 'main',
      type: 'call',
      role: 'assistant',
      tool: 'bash',
      kind: 'shell',
      command: spec.input ?? null,
      exit_code: 0,
      files: [],
      input_bytes: null,
      output_bytes: null,
      notes: [],
      input: '',
      output: '',
      ...spec,
    }),
  );
  return {
    count: events.length,
    turnCount: events.length,
    warnings: [],
    rows: async function* () {
      yield* events;
    },
    events: async function* () {
      yield* events;
    },
    get: (id) => Promise.resolve(events.find((event) => event.id === id) ?? null),
    turns: async function* () {},
  };
}

export const diffOf = (base: Files, changes: Readonly<Record<string, string | null>>): FileDiff[] =>
  Object.keys(changes)
    .sort()
    .flatMap((path) => lineDiff(path, base[path] ?? null, changes[path] ?? null) ?? []);

function candidateOf(
  base: Files,
  { id, passed = true, files = {}, events }: CandidateSpec,
): CandidateMaterial {
  const diff = diffOf(base, files);
  const kept = Object.entries({ ...base, ...files }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return {
    id,
    rollout: { id, passed, patch: 'in memory' },
    patch: { state: diff.length === 0 ? 'empty' : 'applied', files: [], notes: [] },
    diff,
    tree: diff.length === 0 ? null : memoryTree(Object.fromEntries(kept)),
    events: events === undefined ? null : memoryEvents(events),
    testLog: null,
  };
}

export function groupOf({
  base,
  candidates,
  statement = '',
  task = {},
  testPatch = {},
  reference = {},
  ancestors,
}: GroupSpec): GroupMaterial {
  const group = Group.parse({
    schema: 'gagar.group/1',
    group_id: 'g',
    task: { statement, repo: { path: 'repo', base_commit: BASE }, ...task },
    rollouts: candidates.map(({ id, passed = true }) => ({ id, passed, patch: 'in memory' })),
  });
  return {
    group,
    statement,
    hints: [],
    base: memoryTree(base),
    ancestors: ancestors ?? null,
    testPatch: diffOf(base, testPatch),
    referencePatch: diffOf(base, reference),
    candidates: candidates.map((spec) => candidateOf(base, spec)),
  };
}
