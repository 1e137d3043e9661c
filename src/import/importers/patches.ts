/** Plain patches with a table of results, and what the table or its ids name beside them: logs, trajectories, models. */
import { baseName, folderOf } from '../../paths.js';
import { quoted } from '../../records/field.js';
import { isObject, type JsonObject, text } from '../../text/json.js';
import { type AttemptFacts, type Claim, pathOf, type TaskFacts } from '../claim.js';
import type { Importer } from '../importer.js';
import { isPatch } from '../kin.js';
import { defined, mergeTasks, taskOfRow } from '../row.js';
import { filesBeside, type Run, type SourceFile, stemOf } from '../source.js';
import { readTable, type Table } from '../table.js';
import { cell, idOfRow, pathsIn, verdictOfRow } from '../table-row.js';
import { detectedIn } from '../trajectory.js';
import { swebench } from './swebench.js';
import { TRAJECTORY_IMPORTERS } from './trajectories.js';

const TABLE = /(?:^|\/)(?:results?|verdicts?|outcomes?|table|manifest|labels?|group)\.jsonl?$|\.[ct]sv$/;

const NAMES = {
  name: 'patches',
  about: 'patches/*.diff with a table of results (csv, tsv, json, jsonl)',
  resultsOnly: true,
} as const;

/** Rows whose files are there; asked first, for a table says whose file is whose. */
export const tables: Importer = {
  ...NAMES,
  async *claims(run) {
    for (const file of run.files.filter(({ path }) => TABLE.test(path))) {
      // Rollouts of a trainer are often called results, too, and can be gigabytes.
      if ((await detectedIn(file)) !== null) continue;
      const table = readTable(baseName(file.path), await file.text());
      const claims: Claim[] = [];
      const ids = (table?.rows ?? []).flatMap((row) => idOfRow(row) ?? []);
      for (const row of table?.rows ?? []) {
        const claim = await claimOfRow(run, { table: file, head: table?.head ?? {}, ids }, row);
        if (claim !== null) claims.push(claim);
      }
      const [first, ...others] = onceEach(claims);
      if (first === undefined) continue;
      yield { ...first, files: [...first.files, ...taskFiles(run, file, table)] };
      yield* others;
    }
  },
};

/** A row that speaks of a patch again is no other attempt. */
function onceEach(claims: readonly Claim[]): Claim[] {
  const alike = new Map<string, Claim[]>();
  for (const [at, claim] of claims.entries()) {
    const path = pathOf(claim);
    const key = JSON.stringify(isPatch(path) ? [claim.instance, claim.attempt, path] : at);
    alike.set(key, [...(alike.get(key) ?? []), claim]);
  }
  return [...alike.values()].flatMap(([first, ...again]) =>
    first === undefined || again.length === 0
      ? (first ?? [])
      : { ...first, read: () => readTogether(first, again) },
  );
}

async function readTogether(first: Claim, again: readonly Claim[]): Promise<AttemptFacts> {
  const facts = await first.read();
  const others = await Promise.all(again.map((claim) => claim.read()));
  if (others.every(({ passed }) => passed === facts.passed)) return facts;
  const why = `rows of ${first.called?.table} contradict one another on ${quoted(first.attempt ?? '')}; keep one of them`;
  return {
    ...facts,
    passed: null,
    validity: { status: 'unknown', reason: 'rows contradict one another on its verdict' },
    warnings: [...(facts.warnings ?? []), why],
  };
}

/** What nothing else speaks of; asked last. */
export const patches: Importer = {
  ...NAMES,
  async *claims(run) {
    yield* barePatches(run.files.filter(({ path }) => isPatch(path)));
  },
};

/** Patches that no table speaks of. A name that several have (`a/patch.diff`, `b/patch.diff`) is none of an attempt. */
export function barePatches(files: readonly SourceFile[]): Claim[] {
  const times = new Map<string, number>();
  for (const { path } of files) times.set(stemOf(path), (times.get(stemOf(path)) ?? 0) + 1);
  return files.map((file) => {
    const name = stemOf(file.path);
    return {
      format: 'patches',
      why: 'a patch without a row in a table',
      instance: null,
      attempt: times.get(name) === 1 ? name : null,
      called: { names: [name] },
      parts: ['patch'],
      rank: 2,
      files: [file],
      read: async () => ({ patch: file.raw }),
    };
  });
}

/** Files that belong to the task, so that its test patch is not taken for a candidate's. */
function taskFiles(run: Run, table: SourceFile, read: Table | null): SourceFile[] {
  const folder = folderOf(table.path);
  const named = Object.values(read?.head ?? {}).filter((value) => typeof value === 'string');
  return named.flatMap((path) => fileAt(run, folder, path) ?? []);
}

function fileAt(run: Run, folder: string, path: string): SourceFile | undefined {
  const name = path.replace(/^\.\//, '').replace(/\.gz$/, '');
  const full = join(folder, name);
  return filesBeside(run, folderOf(full)).find((file) => file.path === full);
}

interface Rows {
  readonly table: SourceFile;
  readonly head: JsonObject;
  readonly ids: readonly string[];
}

async function claimOfRow(run: Run, { table, head, ids }: Rows, row: JsonObject): Promise<Claim | null> {
  const id = idOfRow(row);
  const hasVerdict = cell(row, 'passed') !== undefined;
  if (id === undefined || (!hasVerdict && cell(row, 'patch') === undefined)) return null;
  const folder = folderOf(table.path);
  const longer = ids.filter((other) => other !== id && other.startsWith(id));
  const find = (column: 'patch' | 'logs' | 'trajectory', folders: readonly string[]): SourceFile[] => {
    const named = pathsIn(row, column);
    if (named.length > 0) return named.flatMap((path) => fileAt(run, folder, path) ?? []);
    const starts = (name: string): string[] =>
      folders.flatMap((place) => [`${place}${name}.`, `${place}${name}/`]).map((path) => join(folder, path));
    // `v1.2.diff` is of the row `v1.2`, not of `v1`.
    const [own, others] = [starts(id), longer.flatMap(starts)];
    const isOf = (path: string, list: readonly string[]): boolean =>
      list.some((start) => path.startsWith(start));
    return run.files.filter(({ path }) => isOf(path, own) && !isOf(path, others));
  };
  const patch = find('patch', ['', 'patches/', 'diffs/']).find(({ path }) => isPatch(path));
  const logs = find('logs', ['logs/', 'tests/']);
  const traces = find('trajectory', ['trajectories/', 'trajs/', 'traces/', 'sessions/']);
  const hasFiles = patch !== undefined || logs.length + traces.length > 0;
  return {
    format: 'patches',
    why: `a row of ${table.path}`,
    instance: text(row, 'instance_id') ?? text(head, 'instance_id') ?? null,
    attempt: id,
    called: { names: patch === undefined ? [id] : [id, stemOf(patch.path)], table: table.path },
    parts: [
      'verdict',
      ...(hasFiles ? (['patch'] as const) : []),
      ...(traces.length > 0 ? (['trajectory'] as const) : []),
    ],
    // What names no file of its own is a verdict on files that are called like it.
    rank: hasFiles ? 0 : 3,
    files: [...(patch ? [patch] : []), ...logs, ...traces, table],
    read: () => readRow(run, { table, head, row, patch, logs, traces }),
  };
}

const join = (folder: string, path: string): string => (folder === '' ? path : `${folder}/${path}`);

interface Row {
  readonly table: SourceFile;
  readonly head: JsonObject;
  readonly row: JsonObject;
  readonly patch: SourceFile | undefined;
  readonly logs: readonly SourceFile[];
  readonly traces: readonly SourceFile[];
}

async function readRow(run: Run, { table, head, row, patch, logs, traces }: Row): Promise<AttemptFacts> {
  const own = verdictOfRow(row);
  const trace = await firstOf(TRAJECTORY_IMPORTERS, run, traces);
  const evaluation = await firstOf([swebench], run, logs);
  const shown = logs.find(({ path }) => /test_output|test/.test(baseName(path))) ?? logs[0];
  const inline = typeof row['patch'] === 'string' && row['patch'].includes('\n') ? row['patch'] : undefined;
  const missing = pathsIn(row, 'patch').length > 0 && patch === undefined;
  return {
    ...trace,
    ...(shown !== undefined && { log: shown.raw }),
    ...defined({ tests: evaluation.tests, validity: evaluation.validity, passed: evaluation.passed }),
    ...(evaluation.log !== undefined && { log: evaluation.log }),
    ...own,
    ...(own.passed === null && evaluation.passed !== undefined && { passed: evaluation.passed }),
    ...(patch !== undefined && { patch: patch.raw }),
    ...(patch === undefined && inline !== undefined && { patch: inline }),
    policy: { ...trace.policy, ...own.policy },
    task: mergeTasks([
      taskOf(run, table, head),
      taskOfRow({ ...row, patch: undefined }),
      evaluation.task,
      trace.task,
    ]),
    warnings: [
      ...(own.warnings ?? []),
      ...(trace.warnings ?? []),
      ...(missing ? [`${pathsIn(row, 'patch')[0]} is not there`] : []),
      ...(traces.length > 0 && trace.trajectory === undefined
        ? [`${traces[0]?.path} is of no known trajectory format`]
        : []),
    ],
  };
}

/** What the first importer that knows these files says of them. */
async function firstOf(
  importers: readonly Importer[],
  run: Run,
  files: readonly SourceFile[],
): Promise<AttemptFacts> {
  if (files.length === 0) return {};
  for (const importer of importers)
    for await (const claim of importer.claims({ label: run.label, files })) return await claim.read();
  return {};
}

/** The head of a table speaks of the task; its patches may be files beside it. */
function taskOf(run: Run, table: SourceFile, head: JsonObject): TaskFacts {
  const file = (name: string) => {
    const value = text(head, name);
    return value === undefined ? undefined : (fileAt(run, folderOf(table.path), value)?.raw ?? undefined);
  };
  const row = taskOfRow(isObject(head['task']) ? { ...head, ...head['task'] } : head);
  return mergeTasks([
    defined({ test_patch: file('test_patch'), reference_patch: file('reference_patch') }),
    row,
  ]);
}
