/** `npx tsx examples/simulation/run.ts`: trains every method on both kinds of tasks, draws the plots, prints the last steps. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadProfile } from '../../harness/rubrics.js';
import { chart, type Panel } from './plot.js';
import { METHOD_NAMES, type Measures, TASKS, type TaskName, train } from './train.js';

const SEEDS = ['1', '2', '3', '4', '5', '6', '7', '8'];
const STEPS = 240;
/** Steps at either end over which the printed means are taken. */
const SHOWN = 20;

const PANELS: readonly { key: keyof Measures; title: string; range?: [number, number] }[] = [
  { key: 'pass_rate', title: 'pass rate', range: [0, 1] },
  { key: 'quality', title: 'quality of what passes', range: [0, 4] },
  { key: 'entropy', title: 'entropy of the policy (nats)' },
  { key: 'tokens', title: 'tokens of an attempt' },
  { key: 'positive_mass', title: 'positive mass of a group' },
  { key: 'negative_mass', title: 'negative mass of a group' },
];

const { value: profile } = loadProfile();
const folder = join(dirname(fileURLToPath(import.meta.url)), 'plots');
mkdirSync(folder, { recursive: true });

for (const task of Object.keys(TASKS) as TaskName[]) {
  const rows = new Map(METHOD_NAMES.map((method) => [method, meanOver(task, method)]));
  const panels = PANELS.map(({ key, title, range }): Panel => {
    const lines = new Map([...rows].map(([method, steps]) => [method, steps.map((one) => one[key])]));
    return { title, lines, ...(range !== undefined && { range }) };
  });
  writeFileSync(
    join(folder, `${task}.svg`),
    chart(`${task} tasks, mean of ${SEEDS.length} seeds, ${STEPS} steps`, panels),
  );
  for (const [when, part] of [
    ['first', (steps: readonly Measures[]) => steps.slice(0, SHOWN)],
    ['last', (steps: readonly Measures[]) => steps.slice(-SHOWN)],
  ] as const) {
    process.stdout.write(`\n${task}: mean of the ${when} ${SHOWN} steps\n`);
    for (const [method, steps] of rows) process.stdout.write(`${lineOf(method, part(steps))}\n`);
  }
}

function meanOver(task: TaskName, method: (typeof METHOD_NAMES)[number]): Measures[] {
  const runs = SEEDS.map((seed) => train({ task, method, profile, seed, steps: STEPS }));
  return Array.from({ length: STEPS }, (_, at) => meanRow(runs.map((run) => run[at] as Measures)));
}

function meanRow(rows: readonly Measures[]): Measures {
  const entries = PANELS.map(({ key }) => [key, rows.reduce((sum, row) => sum + row[key], 0) / rows.length]);
  return Object.fromEntries(entries) as Measures;
}

function lineOf(method: string, rows: readonly Measures[]): string {
  const { pass_rate, quality, entropy, tokens, positive_mass, negative_mass } = meanRow(rows);
  const numbers = [pass_rate, quality, entropy].map((value) => value.toFixed(2).padStart(6));
  const mass = [positive_mass, negative_mass].map((value) => value.toFixed(2).padStart(7));
  return `  ${method.padEnd(22)} pass${numbers[0]}  quality${numbers[1]}  entropy${numbers[2]}  tokens${tokens.toFixed(0).padStart(6)}  mass${mass.join('')}`;
}
