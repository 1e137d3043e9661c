/** A check with its tree mounted by us on the engine's host: the quick way, for root beside the engine. */
import { join } from 'node:path';
import { containerPlan } from './container.js';
import type { DockerCheck } from './docker.js';
import { drain, killAndWait, withContainer, within } from './docker-life.js';
import { prepareSlot, withMounts } from './overlay.js';
import { type ExecResult, notStarted, REPORT_FOLDER, WORKDIR } from './port.js';
import { reportOfFolder } from './report.js';
import { Run } from './run.js';
import { newMark, START } from './start.js';

export async function checkOnOverlay(check: DockerCheck): Promise<void> {
  const { slot, base, tree, limits, options } = check;
  await prepareSlot(slot, base, tree);
  await withMounts(slot, base, limits, async () => {
    const mark = newMark();
    const plan = containerPlan(
      {
        image: check.image,
        volumes: check.volumes,
        entrypoint: ['/bin/sh', '-c', START, mark],
        argv: check.argv,
        binds: [
          { source: join(slot, 't'), target: options.workdir ?? WORKDIR, readOnly: false },
          { source: join(slot, 'm/tmp'), target: '/tmp', readOnly: false },
          ...(options.report ? [{ source: join(slot, 'm/r'), target: REPORT_FOLDER, readOnly: false }] : []),
          ...(options.mounts ?? []).map((mount) => ({ ...mount, readOnly: true })),
        ],
        tmpfs: {},
      },
      limits,
      options,
    );
    await withContainer(check.engine, plan, async (id) => check.deliver(await runContainer(check, id, mark)));
  });
}

async function runContainer(
  { engine, held, slot, limits, options }: DockerCheck,
  id: string,
  mark: string,
): Promise<ExecResult> {
  using run = new Run(limits, mark, options.signal);
  const stream = await engine.attach(id);
  const drained = drain(stream, run);
  const refusal = await engine.start(id);
  if (refusal !== null) return notStarted(refusal);
  run.begin();
  // The stream also ends when the program closes its outputs and goes on: only the container's end counts.
  const ended = drained.then(() => engine.wait(id));
  ended.catch(() => {});
  const stop = await Promise.race([run.stopped, ended]);
  const exitCode = typeof stop === 'string' ? await killAndWait(engine, id) : stop;
  run.over();
  const torn = await within(drained, engine, id);
  const { oomKilled } = await engine.state(id);
  const report = options.report ? await reportOfFolder(join(slot, 'm/r')) : null;
  return run.result({ exitCode, oom: oomKilled, held, torn, report });
}
