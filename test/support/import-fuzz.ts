/** Damaged runs for every import format: its fixtures, changed by seeds, imported in memory up to the group. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { memoryBytes } from '../../sandbox/bytes.js';
import { sourceFile } from '../../sandbox/import/file.js';
import { scanRun } from '../../sandbox/import/scan.js';
import { Fault } from '../../src/fault.js';
import { readAttempt } from '../../src/import/attempt.js';
import { assemble } from '../../src/import/group.js';
import { IMPORTERS } from '../../src/import/importers.js';
import { joinClaims } from '../../src/import/join.js';
import { Chance } from './chance.js';
import { IMPORT_FORMATS, runsOf } from './import.js';
import { damaged, damagedText } from './mutate.js';

interface Shape {
  readonly path: string;
  readonly bytes: Buffer;
}

const shapes = new Map(
  IMPORT_FORMATS.map((format) => [format, runsOf(format).map((run) => shapesIn(run))] as const),
);

function shapesIn(run: string): Shape[] {
  return readdirSync(run, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path: relative(run, path), bytes: readFileSync(path) }));
}

const GIVEN = { task: { image: { ref: 'box:1', workdir: '/w' } } };

/** Imports one damaged run. @throws where an importer throws, or makes what is no group */
export async function fuzzImport(format: string, seed: number): Promise<void> {
  const chance = new Chance(seed);
  const run = chance.oneOf(shapes.get(format) ?? []);
  if (run === undefined) throw new Error(`${format} has no fixtures`);
  const files = damagedRun(run, chance).map(({ path, bytes }) =>
    sourceFile(path, async () => memoryBytes(bytes, path), { problem: () => {} }),
  );
  const { claims } = await scanRun({ label: 'run', folder: '/', files }, IMPORTERS);
  const attempts = joinClaims('run', claims);
  const byTask = new Map<string, typeof attempts>();
  for (const attempt of attempts) {
    const name = attempt.instance ?? 'task';
    byTask.set(name, [...(byTask.get(name) ?? []), attempt]);
  }
  for (const [name, own] of byTask) {
    const members = [];
    for (const attempt of own) members.push({ ...(await readAttempt(attempt)), index: null });
    try {
      JSON.stringify(assemble(name, members, GIVEN).group);
    } catch (error) {
      if (!(error instanceof Fault) || error.code === 'internal') throw error;
      const tooMany = error.message.includes('attempts; a group takes');
      // Parts that make no valid group are refused, but none of these should come to that.
      if (!tooMany) throw new Error(`${name} was refused: ${error.message}`);
    }
  }
}

function damagedRun(run: readonly Shape[], chance: Chance): Shape[] {
  const at = chance.below(run.length);
  const shape = run[at];
  if (shape === undefined) return [...run];
  const other = run[chance.below(run.length)] ?? shape;
  switch (chance.below(12)) {
    case 0:
      return run.toSpliced(at, 1);
    case 1:
      return run.with(at, { path: shape.path, bytes: other.bytes });
    case 2:
      return [...run, { path: `copy/${shape.path}`, bytes: shape.bytes }];
    case 3:
      return run.with(at, { path: shape.path.split('/').reverse().join('/'), bytes: shape.bytes });
    case 4:
      return run.with(at, { path: shape.path, bytes: damagedBytes(shape.bytes, chance) });
    default:
      return run.with(at, { path: shape.path, bytes: Buffer.from(damagedFile(shape, chance)) });
  }
}

function damagedBytes(bytes: Buffer, chance: Chance): Buffer {
  const copy = Buffer.from(bytes);
  for (let change = 0; change < 4 && copy.length > 0; change++)
    copy[chance.below(copy.length)] = chance.below(256);
  return copy;
}

function damagedFile({ path, bytes }: Shape, chance: Chance): string {
  const text = bytes.toString('utf8');
  if (!/\.(?:jsonl?|traj)$/.test(path) || chance.below(4) === 0) return damagedText(text, chance);
  try {
    if (!path.endsWith('.jsonl')) return JSON.stringify(damaged(JSON.parse(text), chance)) ?? '';
    const records = text
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    const changed = damaged(records, chance);
    return (Array.isArray(changed) ? changed : [changed]).map((one) => JSON.stringify(one)).join('\n');
  } catch {
    return damagedText(text, chance);
  }
}
