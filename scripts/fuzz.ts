/** Reads damaged trajectories of every format, 100,000 each or as many as the first argument says; a hang is killed and named. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FORMATS, formatNamed } from '../src/events/formats.js';
import type { TrajectoryFormat } from '../src/vocabulary.js';
import { fuzzOnce } from '../test/support/fuzz.js';

const STEP = 500;
/** No step of so few inputs takes this long. */
const PATIENCE = 120_000;

interface Step {
  readonly done: number;
  readonly faults: readonly string[];
}

const [first = '100000', child] = process.argv.slice(2);
const inputs = Number(first);
if (child !== undefined) readAll(child as TrajectoryFormat);
else if (!Number.isSafeInteger(inputs) || inputs < 1)
  fail(`inputs: ${JSON.stringify(first)} is no number of inputs`);
else for (const { name } of FORMATS) await watch(name);

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

/** Runs in a process of its own, and tells after each step how far it came. */
function readAll(name: TrajectoryFormat): void {
  const format = formatNamed(name);
  const next = (from: number): void => {
    const faults: string[] = [];
    const done = Math.min(inputs, from + STEP);
    for (let seed = from + 1; seed <= done; seed++) {
      try {
        fuzzOnce(format, seed);
      } catch (fault) {
        faults.push(`${name}, seed ${seed}: ${fault}`);
      }
    }
    process.send?.({ done, faults } satisfies Step);
    if (done < inputs) setImmediate(next, done);
    else process.disconnect();
  };
  next(0);
}

function watch(name: TrajectoryFormat): Promise<void> {
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
