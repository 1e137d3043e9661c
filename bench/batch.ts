/** Many groups in flight behind a judge that only waits: wall, event-loop lag, memory per group: `npx tsx bench/batch.ts [groups] [seconds]`. */

import { spawnSync } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as Journal from '../harness/batch/journal.js';
import type * as Progress from '../harness/batch/progress.js';
import type * as Run from '../harness/batch/run.js';
import type * as Bench from '../harness/grade/bench.js';
import type { Judge } from '../harness/grade/judge.js';
import type * as Settings from '../harness/grade/settings.js';
import type * as Static from '../harness/grade/static-judge.js';
import { groupRecord, layOut } from '../test/support/many-groups.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** What users run: from source, the loader's compiling would count. */
const built = async <T>(path: string): Promise<T> =>
  (await import(pathToFileURL(join(root, 'dist', 'harness', path)).href)) as T;

spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' });
const { openJournal } = await built<typeof Journal>('batch/journal.js');
const { SILENT } = await built<typeof Progress>('batch/progress.js');
const { gradeAll } = await built<typeof Run>('batch/run.js');
const { openBench } = await built<typeof Bench>('grade/bench.js');
const { foldSettings } = await built<typeof Settings>('grade/settings.js');
const { staticJudgeAdapter } = await built<typeof Static>('grade/static-judge.js');

const [count = 64, seconds = 30] = process.argv.slice(2).map(Number);
let most = 0;
const timer: Judge = {
  kind: 'timer',
  judge: async (request) => {
    most = Math.max(most, process.memoryUsage().rss);
    await sleep(seconds * 1000, undefined, { signal: request.signal });
    return await staticJudgeAdapter.judge(request);
  },
};

const folder = await mkdtemp(join(tmpdir(), 'gagar-bench-'));
try {
  await layOut(folder);
  await mkdir(join(folder, 'run'));
  const lines = await Promise.all(
    Array.from({ length: count }, async (_, at) => JSON.stringify(await groupRecord({ group_id: `g${at}` }))),
  );
  await writeFile(join(folder, 'groups.jsonl'), `${lines.join('\n')}\n`);
  await using bench = await openBench({ groups: count });
  await using journal = await openJournal(join(folder, 'run'));
  const before = process.memoryUsage().rss;
  const lag = monitorEventLoopDelay({ resolution: 1 });
  lag.enable();
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const start = performance.now();
  const cpu = process.cpuUsage();
  await gradeAll(join(folder, 'groups.jsonl'), journal, {
    grade: { bench, settings: foldSettings({}), signal },
    judgeFor: async () => timer,
    concurrency: count,
    budgetS: undefined,
    groupTimeoutS: 3600,
    retryFailed: false,
    progress: SILENT,
  });
  const wall = (performance.now() - start) / 1000;
  lag.disable();
  const { user, system } = process.cpuUsage(cpu);
  console.log(
    `${count} groups at once behind a judge of ${seconds} s: ${wall.toFixed(1)} s wall (${(wall / seconds).toFixed(2)}x),`,
    `${((user + system) / 1e6).toFixed(1)} s of processor in this process;`,
    `event loop late by ${(lag.percentile(99) / 1e6).toFixed(1)} ms (p99), ${(lag.max / 1e6).toFixed(0)} ms at most;`,
    `${((most - before) / count / 1024 ** 2).toFixed(2)} MiB more memory per group at the peak`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
