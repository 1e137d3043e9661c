/**
 * Ingesting a trajectory of 1 MB, 100 MB and 1 GB, and indexing its events beside it, against JSON.parse, plain reading, and
 * readline + JSON.parse + zod: time and peak memory, each in a process of its own. Run: npx tsx bench/index.ts [MEGABYTES]
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ownedFolder } from '../sandbox/owned.js';
import { writeChat } from './chat.js';

/** What `methods.mjs` prints: seconds on the clock and on the processor, peak memory in kB. */
const Result = z.object({ wall: z.number(), cpu: z.number(), peak: z.number(), start: z.number() });
type Result = z.infer<typeof Result>;

const RIVAL = 'readline + JSON.parse + zod';
const METHODS: Readonly<Record<string, 'lines' | 'document'>> = {
  'ingest, one message a line': 'lines',
  'ingest, one document': 'document',
  'index, one message a line': 'lines',
  'index, one document': 'document',
  [RIVAL]: 'lines',
  'readFile + JSON.parse': 'document',
  'plain reading': 'lines',
};

type Paths = Readonly<Record<'lines' | 'document', string>>;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

function inChild(method: string, path: string, small: string): Result | string {
  const script = join(root, 'bench', 'methods.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [script, method, path, small], { encoding: 'utf8' });
  if (stdout !== '') return Result.parse(JSON.parse(stdout));
  return (/^\w*Error.*$/m.exec(stderr)?.[0] ?? 'failed').slice(0, 60);
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** All methods in turn, several times over, so that a busy moment of the machine meets all of them. */
function measure(paths: Paths, small: Paths, rounds: number): Map<string, (Result | string)[]> {
  const results = new Map<string, (Result | string)[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [method, shape] of Object.entries(METHODS)) {
      results.set(method, [...(results.get(method) ?? []), inChild(method, paths[shape], small[shape])]);
    }
  }
  return results;
}

const of = (results: readonly (Result | string)[], key: keyof Result): number =>
  median(results.flatMap((result) => (typeof result === 'string' ? [] : [result[key]])));

/** Writes the same chat in both shapes. */
async function write(megabytes: number, folder: string): Promise<Paths> {
  const paths = { lines: join(folder, `${megabytes}.jsonl`), document: join(folder, `${megabytes}.json`) };
  await writeChat(paths.lines, megabytes * 1e6, 'lines');
  await writeChat(paths.document, megabytes * 1e6, 'document');
  return paths;
}

async function compare(megabytes: number, rounds: number, folder: string): Promise<void> {
  const paths = await write(megabytes, folder);
  const results = measure(paths, await write(1, folder), rounds);
  const rival = results.get(RIVAL) ?? [];
  console.log(`\n${megabytes} MB, ${rounds} rounds, medians; x: how often faster than ${RIVAL}`);
  for (const [method, all] of results) {
    const size = statSync(paths[METHODS[method] ?? 'lines']).size / 1e6;
    const failure = all.find((result) => typeof result === 'string');
    const [wall, cpu] = [of(all, 'wall'), of(all, 'cpu')];
    const line = [
      `${(wall * 1000).toFixed(0).padStart(7)} ms`,
      `${(of(rival, 'wall') / wall).toFixed(1).padStart(5)}x`,
      `${(cpu * 1000).toFixed(0).padStart(7)} ms of processor`,
      `${(of(rival, 'cpu') / cpu).toFixed(1).padStart(5)}x`,
      `${(size / wall).toFixed(0).padStart(6)} MB/s`,
      `peak ${(of(all, 'peak') / 1024).toFixed(0).padStart(5)} MB, ${(of(all, 'start') / 1024).toFixed(0)} at the start`,
    ];
    console.log(`  ${method.padEnd(28)} ${failure === undefined ? line.join(' ') : failure}`);
  }
}

// What is measured is what is shipped: compiled, without a loader in the way.
spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' });
await using folder = await ownedFolder();
const only = process.argv[2];
const sizes = only === undefined ? [1, 100, 1000] : [Number(only)];
for (const size of sizes) await compare(size, size >= 1000 ? 3 : 7, folder.path);
