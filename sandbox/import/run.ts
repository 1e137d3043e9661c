/** Imports runs as groups: scans them, joins what belongs together, writes one folder per task, and goes on where it was stopped. */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '../../src/fault.js';
import { type ReadAttempt, readAttempt } from '../../src/import/attempt.js';
import type { AttemptFacts, Claim } from '../../src/import/claim.js';
import { assemble, type Member, type UserFacts } from '../../src/import/group.js';
import type { Importer } from '../../src/import/importer.js';
import { patchesLeft } from '../../src/import/importers/patches-called.js';
import { importersFor } from '../../src/import/importers.js';
import { type Attempt, joinClaims } from '../../src/import/join.js';
import { lineFrom } from '../../src/records/line.js';
import { limit } from '../limit.js';
import { whereItBelongs } from './belongs.js';
import { refuseLoss } from './earlier.js';
import { labelsOf, type Planned, planOf, refuseOverlaps } from './plan.js';
import { readIndex } from './read-index.js';
import { type Scanned, scanRun } from './scan.js';
import { strayRows } from './stray.js';
import { unreadIn } from './unread.js';
import { type FoundRun, findRun } from './walk.js';
import { foreignFault, standingOf, sweepPartials, writeGroup } from './write.js';

export interface ImportRequest {
  /** Name of an importer, or `auto`. */
  readonly format: string;
  readonly paths: readonly string[];
  /** Folder of the group, or of the groups where there are several. */
  readonly out: string;
  /** Only this task; what names no task belongs to it. */
  readonly instance?: string | undefined;
  readonly given?: (instance: string) => UserFacts;
  /** What a table of the user's says of an attempt. */
  readonly override?: (attempt: Attempt, all?: readonly Attempt[]) => AttemptFacts | undefined;
  /** Ids of that table's rows. */
  readonly rows?: ReadonlySet<string> | undefined;
  /** What else changes what is written: a group that was made under other settings is made anew. */
  readonly settings?: unknown;
  readonly concurrency?: number;
  readonly signal?: AbortSignal | undefined;
  readonly events?: Partial<ImportEvents>;
}

export interface ImportEvents {
  scanned(scanned: Scanned): void;
  found(groups: number): void;
  problem(path: string, message: string): void;
  /** Rows of a table in a run, of which others have found their attempts. */
  strayed(table: string, ids: readonly string[]): void;
  /** A path of several that gives nothing; the others are imported. */
  refused(fault: Fault): void;
  ended(group: ImportedGroup): void;
}

/** What became of one group. */
export interface ImportedGroup {
  readonly group_id: string;
  readonly folder: string;
  /** `kept`: it was there already, imported from the same files. */
  readonly status: 'written' | 'kept' | 'failed';
  readonly rollouts: number;
  readonly passed: number;
  readonly masked: number;
  readonly trajectories: number;
  readonly warnings: readonly string[];
  readonly fault: Fault | null;
}

const anything = z.unknown().optional();
/** What no type can hold a caller of JavaScript to. */
const Asked = z.strictObject({
  format: z.string(),
  paths: z.array(z.string()).min(1),
  out: z.string().min(1),
  instance: z.string().optional(),
  given: anything,
  override: anything,
  rows: anything,
  settings: anything,
  concurrency: anything,
  signal: anything,
  events: anything,
} satisfies Record<keyof ImportRequest, z.ZodType>);

/** @throws Fault usage or input where nothing can be imported, Fault cancelled */
export async function importRuns(request: ImportRequest): Promise<readonly ImportedGroup[]> {
  lineFrom(Asked, request);
  const { events = {}, paths, signal, concurrency = 4 } = request;
  const importers = importersFor(request.format);
  await refuseOverlaps(paths);
  const labels = labelsOf(paths);
  const attempts: Attempt[] = [];
  const stamps = new Map<string, string>();
  const refused: Fault[] = [];
  for (const [index, path] of paths.entries()) {
    try {
      const scanned = await scanPath(path, labels[index] ?? path, importers, request);
      stamps.set(scanned.run.label, scanned.run.folder);
      attempts.push(...(await attemptsIn(path, scanned, request)));
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'input') throw error;
      refused.push(error);
    }
  }
  const [first] = refused;
  if (first !== undefined && attempts.length === 0) throw first;
  for (const fault of refused) events.refused?.(fault);
  const said = new Map(attempts.map((attempt) => [attempt, request.override?.(attempt, attempts)]));
  const planned = planOf(attempts, request);
  events.found?.(planned.length);
  const slots = limit(concurrency);
  const parents = new Set(planned.map(({ folder }) => join(folder, '..')));
  for (const parent of parents) await sweepPartials(parent);
  return await Promise.all(
    planned.map((one) =>
      slots(async () => {
        signal?.throwIfAborted();
        const ended = await importGroup(one, stamps, {
          ...request,
          override: (attempt) => said.get(attempt),
        });
        events.ended?.(ended);
        return ended;
      }),
    ),
  );
}

interface ScannedPath extends Scanned<FoundRun> {
  /** Why files cannot be read as what they are called, by path. */
  readonly unread: ReadonlyMap<string, string>;
}

/** Each problem is told once, however many importers meet it. */
async function scanPath(
  path: string,
  label: string,
  importers: readonly Importer[],
  { events, signal, out, rows }: ImportRequest,
): Promise<ScannedPath> {
  const told = new Set<string>();
  const problem = (file: string, message: string): void => {
    const shown = file === label ? file : `${label}/${file}`;
    const text = JSON.stringify([shown, message]);
    if (!told.has(text)) events?.problem?.(shown, message);
    told.add(text);
  };
  const found = await findRun(path, label, problem, { except: out });
  const scanned = await scanRun(found, importers, signal, rows);
  events?.scanned?.(scanned);
  const unread = await unreadIn(found, signal);
  for (const [file, why] of unread) problem(file, why);
  const [patch, ...more] = patchesLeft(found, scanned.claims);
  const others = more.length === 0 ? '' : ` with ${more.length} more`;
  if (patch !== undefined)
    problem(
      patch,
      `is a patch that no trajectory goes with, and is left out${others}; \`auto\` takes it, or --results with its name`,
    );
  return { ...scanned, unread };
}

/** @throws Fault input where there is none */
async function attemptsIn(
  path: string,
  scanned: ScannedPath,
  request: ImportRequest,
): Promise<readonly Attempt[]> {
  const { run, claims, unread } = scanned;
  const joined = joinClaims(run.label, claims, request.instance);
  // A row on an attempt at another task is not lost.
  for (const other of request.instance === undefined ? [] : joinClaims(run.label, claims))
    if (other.instance !== request.instance) request.override?.(other);
  if (!joined.some(isTrial)) throw await nothingIn(path, scanned, request);
  for (const [table, ids] of strayRows(joined, claims, request.instance))
    request.events?.strayed?.(`${run.label}/${table}`, ids);
  const home = claims.every(needsCompany) ? await whereItBelongs(path, run, request.signal) : null;
  if (home !== null) throw new Fault('input', home, { file: path });
  return joined.map((attempt) => ({ ...attempt, warnings: [...attempt.warnings, ...told(attempt, unread)] }));
}

/** What is missing of the files that an attempt was taken from. */
const told = ({ claims, reports }: Attempt, unread: ReadonlyMap<string, string>): string[] =>
  [...new Set([...claims, ...reports].flatMap(({ files }) => files.map(({ path }) => path)))].flatMap(
    (path) => {
      const why = unread.get(path);
      return why === undefined ? [] : [`${path}: ${why}`];
    },
  );

/** A verdict alone is no trial: nothing could be compared. */
const isTrial = ({ claims }: Attempt): boolean =>
  claims.some(({ parts }) => parts.includes('patch') || parts.includes('trajectory'));

/** Files of these formats are parts of folders; alone, they may be less than a trial. */
const needsCompany = ({ format }: Claim): boolean => ['patches', 'autocoderover', 'atif'].includes(format);

async function nothingIn(
  path: string,
  { run, claims, unread }: ScannedPath,
  { format, instance, signal }: ImportRequest,
) {
  const others = [...new Set(claims.map((claim) => claim.instance))].filter((name) => name !== instance);
  if (instance !== undefined && others.length > 0) {
    const shown = others.slice(0, 5).map((name) => JSON.stringify(name));
    const more = others.length > 5 ? `, and ${others.length - 5} more` : '';
    return new Fault(
      'input',
      `holds nothing of ${JSON.stringify(instance)}; it has ${shown.join(', ')}${more}`,
      {
        file: path,
      },
    );
  }
  const [torn] = unread;
  if (torn !== undefined && run.files.length === 1) return new Fault('input', torn[1], { file: path });
  const home = await whereItBelongs(path, run, signal);
  if (home !== null) return new Fault('input', home, { file: path });
  if (run.files.length === 0) return new Fault('input', 'is a folder without files', { file: path });
  const more = torn === undefined ? '' : `; ${torn[0]}: ${torn[1]}`;
  const what = claims.length > 0 ? 'holds verdicts, but neither patches nor trajectories' : 'holds no trial';
  const of =
    format === 'auto'
      ? 'of a known format; `gagar import --help` lists them'
      : `of the format ${format}; try \`gagar import auto\``;
  return new Fault('input', `${what} ${of}${more}`, { file: path });
}

async function importGroup(
  { name, folder, attempts }: Planned,
  roots: ReadonlyMap<string, string>,
  request: ImportRequest,
): Promise<ImportedGroup> {
  const { signal } = request;
  const empty = { group_id: name, folder, rollouts: attempts.length, passed: 0, masked: 0, trajectories: 0 };
  try {
    const given = request.given?.(name) ?? { task: {} };
    const told = attempts.map((attempt) => request.override?.(attempt) ?? null);
    const inputs = await fingerprint(attempts, roots, [request.settings ?? null, given, told]);
    const standing = await standingOf(folder, inputs);
    if (standing.kind === 'foreign') throw foreignFault(folder);
    if (standing.kind === 'other') refuseLoss(standing.earlier, name, attempts, folder);
    if (standing.kind === 'same') return { ...empty, status: 'kept', warnings: [], fault: null };
    const members: Member[] = [];
    for (const attempt of attempts) {
      signal?.throwIfAborted();
      members.push(await indexed(await readAttempt(attempt, request.override?.(attempt)), signal));
    }
    const made = assemble(name, members, given, { import: { inputs } });
    await writeGroup(folder, made);
    const { rollouts } = made.group;
    return {
      group_id: name,
      folder,
      status: 'written',
      rollouts: rollouts.length,
      passed: rollouts.filter(({ passed }) => passed).length,
      masked: rollouts.filter(({ validity }) => (validity?.status ?? 'valid') !== 'valid').length,
      trajectories: rollouts.filter(({ trajectory }) => trajectory !== undefined).length,
      warnings: [
        ...made.warnings,
        ...members.flatMap(({ warnings, index }) => [...warnings, ...(index?.warnings ?? [])]),
      ],
      fault: null,
    };
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'cancelled') throw error;
    return { ...empty, status: 'failed', warnings: [], fault: error };
  }
}

/** An attempt whose trajectory cannot be read keeps the rest, and says so. */
async function indexed(read: ReadAttempt, signal: AbortSignal | undefined): Promise<Member> {
  const { trajectory, ...facts } = read.facts;
  if (trajectory === undefined) return { ...read, index: null };
  const index = await readIndex(trajectory, signal);
  if (!('fault' in index)) return { ...read, index };
  const warning = `the trajectory cannot be read and was left out: ${index.fault}`;
  return { ...read, facts, warnings: [...read.warnings, warning], index: null };
}

/** Names of all inputs with their sizes and times, and what the user says: the same again means that nothing has to be done. */
async function fingerprint(
  attempts: readonly Attempt[],
  roots: ReadonlyMap<string, string>,
  settings: unknown,
): Promise<string> {
  const sum = createHash('sha256').update(JSON.stringify(settings));
  for (const { run, claims, reports } of attempts) {
    for (const { path, place } of [...claims, ...reports].flatMap(({ files }) => files)) {
      const file = join(roots.get(run) ?? '', path);
      const found = await stat(file).catch(() => stat(`${file}.gz`).catch(() => null));
      sum.update(JSON.stringify([run, path, place, found?.size, found?.mtimeMs]));
    }
  }
  return sum.digest('hex');
}
