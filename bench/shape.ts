/** Measures the reward line: groups through `gagar shape`, the size of multipliers, broadcasting them. Run: npx tsx bench/shape.ts */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { segmentMultipliers } from '../src/arithmetic/segment.js';
import type { MultiplierSpan } from '../src/records/rollout-result.js';
import { DEFAULT_SEGMENT } from '../src/records/shape-config.js';
import { broadcast } from '../test/support/broadcast.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** Seconds of the fastest of a few runs: the others measure the neighbours. */
function fastest(runs: number, work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    work();
    least = Math.min(least, (performance.now() - start) / 1000);
  }
  return least;
}

function group(at: number): string {
  const rollouts = Array.from({ length: 16 }, (_, index) => ({
    id: `rollout-${index}`,
    passed: index % 2 === 0,
    reward: index % 2 === 0 ? 1 : 0,
    valid: true,
    integrity: false,
    factor: [1, 0.9, 0.85, 0.4][(at + index) % 4],
    tokens: 40_000 + 997 * index,
    flagged: [[120 + at, 160 + at]],
  }));
  const config = { length_penalty: {}, segment_penalty: {} };
  return `${JSON.stringify({ group_id: `group-${at}`, route: 'gar', config, rollouts })}\n`;
}

/** A whole process: wall and CPU time (they differ on a busy machine), and its peak memory as the kernel counts it. */
async function throughShape(lines: readonly string[]): Promise<void> {
  const start = performance.now();
  const entry = join(root, 'dist', 'harness', 'main.js');
  const child = spawn(process.execPath, [entry, 'shape'], { stdio: ['pipe', 'pipe', 'inherit'] });
  let [peak, cpu] = [0, 0];
  const watch = setInterval(() => {
    const field = (file: string, pattern: RegExp) =>
      pattern.exec(readFileSync(`/proc/${child.pid}/${file}`, 'utf8'));
    peak = Number(field('status', /VmHWM:\s+(\d+)/)?.[1] ?? peak / 1024) * 1024;
    const [, user, system] = field('stat', /\) (?:\S+ ){11}(\d+) (\d+)/) ?? [];
    cpu = (Number(user) + Number(system)) / 100;
  }, 20);
  const ended = once(child, 'exit');
  child.stdout.resume();
  child.stdout.once('end', () => clearInterval(watch));
  await pipeline(Readable.from(lines), child.stdin);
  await ended;
  const time = ((performance.now() - start) / 1000).toFixed(2);
  say(`  ${lines.length} groups x 16: ${time} s (CPU ${cpu.toFixed(2)} s), peak memory ${megabytes(peak)}`);
}

const SEQUENCES = 25_000;
const TOKENS = 110_000;

/** Every sequence has `flags` short flagged spans. */
function multipliers(flags: number): MultiplierSpan[][] {
  const flagged = Array.from({ length: flags }, (_, at) => [at * 1000, at * 1000 + 40] as const);
  const trajectories = Array.from({ length: SEQUENCES }, (_, at) => ({
    advantage: at % 2 === 0 ? 0.5 : -0.5,
    tokens: TOKENS,
    flagged,
  }));
  return segmentMultipliers(trajectories, DEFAULT_SEGMENT);
}

function sizes(): void {
  const whole = SEQUENCES * TOKENS * 4;
  say(
    `multipliers of ${SEQUENCES} sequences of ${TOKENS} tokens (as float32 per token: ${megabytes(whole)})`,
  );
  for (const flags of [0, 1, 4, 16]) {
    const time = fastest(3, () => multipliers(flags));
    const bytes = multipliers(flags).reduce((total, spans) => total + JSON.stringify(spans).length, 0);
    say(`  ${flags} flagged spans each: ${megabytes(bytes)} as JSON, made in ${time.toFixed(2)} s`);
  }
}

function spread(): void {
  const spans = multipliers(16)[0]!;
  const out = new Float32Array(TOKENS);
  const mask = new Uint8Array(TOKENS);
  for (const [from, to, multiplier] of spans) mask.fill(multiplier === 0 ? 1 : 0, from, to);
  const alpha = spans.find(([, , multiplier]) => multiplier !== 0)![2];
  const times = 200;
  const loop = fastest(5, () => {
    for (let run = 0; run < times; run++)
      for (let token = 0; token < TOKENS; token++) out[token] = mask[token] === 1 ? 0 : 0.5 * alpha;
  });
  const fill = fastest(5, () => {
    for (let run = 0; run < times; run++) broadcast(spans, 0.5, out);
  });
  const per = (time: number): string => `${((time / times) * 1e6).toFixed(1)} µs`;
  say(`broadcast over ${TOKENS} tokens, 16 flagged spans`);
  say(`  per-token loop ${per(loop)}, spans ${per(fill)}: ${(loop / fill).toFixed(1)}x`);
}

spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' });
say('gagar shape, the whole process');
const lines = Array.from({ length: 15_680 }, (_, at) => group(at));
await throughShape(lines.slice(0, 1568));
await throughShape(lines.slice(0, 1568));
await throughShape(lines);
sizes();
spread();
