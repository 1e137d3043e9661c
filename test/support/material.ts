/** Group material in memory: small trees, diffs, logs and trajectories for tests of pure code. */
import { createHash } from 'node:crypto';
import { memoryBytes } from '../../sandbox/bytes.js';
import { openLog } from '../../sandbox/log.js';
import type { DiffLine, FileDiff } from '../../src/diff/model.js';
import type { TraceEvent } from '../../src/events/event.js';
import { summarizeTurns } from '../../src/events/summary.js';
import type { CandidateMaterial, EventReader, GroupMaterial, TreeReader } from '../../src/material.js';
import { Group, type Rollout } from '../../src/records/group.js';
import { renderBytes } from '../../src/text/render.js';
import { readTrajectory } from './events.js';

type Text = string | Uint8Array;
type Files = Readonly<Record<string, Text>>;

export interface CandidateSpec {
  /** Files that differ from the base; null deletes one. Without this the patch is `missing` and there is no tree. */
  readonly changes?: Readonly<Record<string, Text | null>>;
  /** Chat messages of its trajectory. */
  readonly messages?: readonly unknown[];
  readonly log?: Text;
  readonly rollout?: Partial<Rollout>;
}

export interface MaterialSpec {
  readonly statement?: string;
  readonly base?: Files;
  readonly candidates?: Readonly<Record<string, CandidateSpec>>;
}

/** Builds the material of a group from a few literals. */
export async function memoryMaterial({
  statement = 'Fix sub().',
  base = {},
  candidates = {},
}: MaterialSpec): Promise<GroupMaterial> {
  const rollouts = Object.entries(candidates).map(([id, { rollout }]) => ({
    id,
    passed: true,
    patch: '',
    ...rollout,
  }));
  const group = Group.parse({
    schema: 'gagar.group/1',
    group_id: 'g',
    task: { statement, repo: { path: 'repo', base_commit: '0'.repeat(40) } },
    rollouts: rollouts.length > 0 ? rollouts : [{ id: 'none', passed: false, patch: null }],
  });
  const built: CandidateMaterial[] = [];
  for (const [id, spec] of Object.entries(candidates)) {
    const rollout = group.rollouts.find((item) => item.id === id) as Rollout;
    built.push(await candidateOf(id, spec, base, rollout));
  }
  return {
    group,
    statement,
    hints: [],
    base: treeOf(base),
    ancestors: null,
    testPatch: [],
    referencePatch: [],
    candidates: built,
  };
}

async function candidateOf(
  id: string,
  { changes, messages, log }: CandidateSpec,
  base: Files,
  rollout: Rollout,
): Promise<CandidateMaterial> {
  const after = { ...base, ...changes };
  const kept = Object.entries(after).filter((entry): entry is [string, Text] => entry[1] !== null);
  const diff = Object.entries(changes ?? {}).map(([path, text]) => diffOf(path, base[path] ?? null, text));
  const state = changes === undefined ? ('missing' as const) : ('applied' as const);
  return {
    id,
    rollout,
    patch: { state, files: [], notes: [] },
    diff,
    tree: changes === undefined ? null : treeOf(Object.fromEntries(kept)),
    events: messages === undefined ? null : memoryEvents((await readTrajectory(messages)).events),
    testLog: log === undefined ? null : await openLog(memoryBytes(bytesOf(log), 'test.log')),
  };
}

const bytesOf = (text: Text): Uint8Array => (typeof text === 'string' ? Buffer.from(text) : text);

export function treeOf(files: Files): TreeReader {
  const contents = new Map(Object.entries(files).map(([path, text]) => [path, bytesOf(text)]));
  const idOf = (bytes: string | Uint8Array): string => createHash('sha1').update(bytes).digest('hex');
  const oid = idOf(JSON.stringify([...contents]));
  return {
    oid,
    entries: async () =>
      [...contents].map(([path, bytes]) => ({ path, mode: '100644' as const, oid, size: bytes.length })),
    id: async (path) => {
      const bytes = contents.get(path);
      return bytes === undefined ? null : idOf(bytes);
    },
    read: async (path) => contents.get(path) ?? null,
  };
}

const linesOf = (text: Text | null): string[] => {
  const lines =
    text === null ? [] : renderBytes(bytesOf(text)).replaceAll('\u27E6U+000D\u27E7\n', '\n').split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
};

/** The diff of one file as a single hunk with three lines of context; null is a file that is not there. */
export function diffOf(path: string, before: Text | null, after: Text | null): FileDiff {
  const old = linesOf(before);
  const fresh = linesOf(after);
  let same = 0;
  while (same < Math.min(old.length, fresh.length) && old[same] === fresh[same]) same += 1;
  let tail = 0;
  while (tail < Math.min(old.length, fresh.length) - same && old.at(-1 - tail) === fresh.at(-1 - tail))
    tail += 1;
  const start = Math.max(0, same - 3);
  const end = Math.max(0, tail - 3);
  const line = (type: DiffLine['type'], text: string, from: number | null, to: number | null): DiffLine => ({
    type,
    old: from,
    new: to,
    text,
  });
  const shift = fresh.length - old.length;
  const lines = [
    ...old.slice(start, same).map((text, i) => line('context', text, start + i + 1, start + i + 1)),
    ...old.slice(same, old.length - tail).map((text, i) => line('deleted', text, same + i + 1, null)),
    ...fresh.slice(same, fresh.length - tail).map((text, i) => line('added', text, null, same + i + 1)),
    ...old
      .slice(old.length - tail, old.length - end)
      .map((text, i) => line('context', text, old.length - tail + i + 1, old.length - tail + i + 1 + shift)),
  ];
  return {
    path,
    change: before === null ? 'added' : after === null ? 'deleted' : 'modified',
    kind: 'text',
    oldMode: before === null ? null : '100644',
    newMode: after === null ? null : '100644',
    added: lines.filter(({ type }) => type === 'added').length,
    deleted: lines.filter(({ type }) => type === 'deleted').length,
    hunks: [
      {
        oldStart: start + 1,
        oldLines: old.length - end - start,
        newStart: start + 1,
        newLines: fresh.length - end - start,
        section: '',
        lines,
      },
    ],
  };
}

/** A trajectory that is held whole. */
export function memoryEvents(events: readonly TraceEvent[]): EventReader {
  const turnCount = events.at(-1)?.turn ?? 0;
  return {
    count: events.length,
    turnCount,
    warnings: [],
    async *rows(from = 1, to = events.length) {
      yield* events.slice(from - 1, to);
    },
    async *events() {
      yield* events;
    },
    get: async (id) => events.find((event) => event.id === id) ?? null,
    async *turns(from = 1, to = turnCount) {
      for await (const turn of summarizeTurns(this.rows())) {
        if (turn.turn >= from && turn.turn <= to) yield turn;
      }
    },
  };
}
