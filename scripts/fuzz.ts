/** Reads damaged trajectories and imports damaged runs of every format, 100,000 each or as many as the first argument says; a hang is killed and named. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FORMATS, formatNamed } from '../src/events/formats.js';
import { fuzzOnce } from '../test/support/fuzz.js';
import { IMPORT_FORMATS } from '../test/support/import.js';
import { fuzzImport } from '../test/support/import-fuzz.js';

const STEP = 500;
/** No step of so few inputs takes this long. */
const PATIENCE = 120_000;

interface Step {
  readonly done: number;
  readonly faults: readonly string[];
}

type Once = (seed: number) => unknown;
const TARGETS: ReadonlyMap<string, Once> = new Map<string, Once>([
  ...FORMATS.map(({ name }): [string, Once] => [name, (seed) => fuzzOnce(formatNamed(name), seed)]),
  ...IMPORT_FORMATS.map((name): [string, Once] => [`import ${name}`, (seed) => fuzzImport(name, seed)]),
]);

const [first = '100000', child] = process.argv.slice(2);
const inputs = Number(first);
if (child !== undefined) await readAll(child);
else if (!Number.isSafeInteger(inputs) || inputs < 1)
  fail(`inputs: ${JSON.stringify(first)} is no number of inputs`);
else for (const name of TARGETS.keys()) await watch(name);

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

/** Runs in a process of its own, and tells after each step how far it came. */
async function readAll(name: string): Promise<void> {
  const once = TARGETS.get(name);
  for (let from = 0; from < inputs; from += STEP) {
    const faults: string[] = [];
    const done = Math.min(inputs, from + STEP);
    for (let seed = from + 1; seed <= done; seed++) {
      try {
        await once?.(seed);
      } catch (fault) {
        faults.push(`${name}, seed ${seed}: ${fault}`);
      }
    }
    process.send?.({ done, faults } satisfies Step);
    await new Promise(setImmediate);
  }
  process.disconnect();
}

function watch(name: string): Promise<void> {
  const started = performance.now();
  const worker = fork(fileURLToPath(import.meta.url), [String(inputs), name]);
  let done = 0;
  const hang = (): NodeJS.Timeout =>
    setTimeout(() => {
      fail(`${name}: hangs between the seeds ${done + 1} and ${done + STEP}`);
      worker.kill('SIGKILL');
    }, PATIENCE);
  let timer = hang();
  worker.on('message', (step: Step) => {
    clearTimeout(timer);
    timer = hang();
    done = step.done;
    step.faults.forEach(fail);
  });
  return new Promise((resolve) => {
    worker.on('exit', (code) => {
      clearTimeout(timer);
      if (code !== 0) fail(`${name}: ended with code ${code} after ${done} inputs`);
      console.log(`${name}: ${done} inputs, ${((performance.now() - started) / 1000).toFixed(1)} s`);
      resolve();
    });
  });
}
