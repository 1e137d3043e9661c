/** Indexing a trial of each harness beside readline + JSON.parse + zod over the same records, one a line: seconds of processor and peak memory, each in a process of its own. Run: npx tsx bench/formats.ts [MEGABYTES] */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ownedFolder } from '../sandbox/owned.js';
import { SHAPES, type Shape } from './harnesses.js';
import { asLines, writeTrial } from './trials.js';

const ROUNDS = 3;
const Result = z.object({ wall: z.number(), cpu: z.number(), peak: z.number(), start: z.number() });
type Result = z.infer<typeof Result>;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

function inChild(method: 'index' | 'lines', { format }: Shape, path: string, small: string): Result {
  const script = join(root, 'bench', 'trial-methods.mjs');
  const args = [script, method, format, path, small];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return Result.parse(JSON.parse(stdout));
}

/** Both ways in turn, so that a busy moment of the machine meets both. */
function measure(shape: Shape, paths: readonly string[]): { ours: Result; lines: Result | null } {
  const [large = '', small = '', rows, fewRows = ''] = paths;
  const ours: Result[] = [];
  const lines: Result[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(inChild('index', shape, large, small));
    if (rows !== undefined) lines.push(inChild('lines', shape, rows, fewRows));
  }
  const middle = (all: readonly Result[]) => [...all].sort((a, b) => a.cpu - b.cpu)[all.length >> 1];
  return { ours: middle(ours) as Result, lines: middle(lines) ?? null };
}

async function compare(name: string, shape: Shape, megabytes: number, folder: string): Promise<void> {
  const rows = asLines(shape);
  const paths: string[] = [];
  for (const one of rows === null ? [shape] : [shape, rows]) {
    for (const size of [megabytes, 1]) {
      const path = join(folder, name, `${one.file}-${size}`, one.file);
      mkdirSync(dirname(path), { recursive: true });
      await writeTrial(one, path, size * 1e6);
      paths.push(path);
    }
  }
  const { ours, lines } = measure(shape, paths);
  const times = lines === null ? 'no lines' : `${(lines.cpu / ours.cpu).toFixed(1)}x`;
  const memory = `peak ${(ours.peak / 1024).toFixed(0)} MB, ${(ours.start / 1024).toFixed(0)} at the start`;
  console.log(
    `${name.padEnd(24)} ${(ours.cpu * 1000).toFixed(0).padStart(6)} ms of processor ${times.padStart(8)}  ${memory}`,
  );
}

spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' });
await using folder = await ownedFolder();
const megabytes = Number(process.argv[2] ?? 100);
for (const [name, shape] of Object.entries(SHAPES)) await compare(name, shape, megabytes, folder.path);
