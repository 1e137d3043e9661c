/** A check with its tree sent as a tar stream into a tmpfs of the container: for remote engines and without root. */
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../src/fault.js';
import { containerPlan, environmentOf, tmpfsOptions, USER } from './container.js';
import { drain, killAndWait, withContainer } from './docker-life.js';
import type { DockerCheck, DockerHouse, DockerWay } from './docker-way.js';
import { Frames } from './frames.js';
import { packFolder } from './pack-folder.js';
import { type ExecResult, REPORT_BYTES, REPORT_FOLDER, WORKDIR } from './port.js';
import { type Report, reportOfTar } from './report.js';
import { Run } from './run.js';
import { newMark, START } from './start.js';
import { type TarTree, tarTree } from './tar-tree.js';

const OWN = `uid=${USER.split(':')[0]},gid=${USER.split(':')[1]},mode=755`;
/** A program that has ended is noticed this fast where a child of it still holds its outputs. */
const POLL_MS = 200;
/** What an ended program wrote has arrived after this. */
const GRACE_MS = 200;

export const tarWay = (house: DockerHouse): DockerWay => ({
  check: (check) => checkOverTar({ ...house, ...check }),
  close: async () => {},
});

interface TarCheck extends DockerHouse, DockerCheck {}

async function checkOverTar(check: TarCheck): Promise<void> {
  const { engine, limits, options } = check;
  const archive = await tarTree(check.base, check.tree);
  const workdir = options.workdir ?? WORKDIR;
  const mounts = await Promise.all(
    (options.mounts ?? []).map(async ({ source, target }) => ({ target, archive: await packFolder(source) })),
  );
  const plan = containerPlan(
    {
      image: check.image,
      volumes: check.volumes,
      // Holds the container open; the check itself comes as a second program.
      entrypoint: ['/bin/sh', '-c', 'exec sleep 2147483647'],
      argv: [],
      binds: [],
      tmpfs: {
        '/tmp': tmpfsOptions(limits.disk_bytes, limits.inodes, 'mode=1777,exec'),
        [workdir]: tmpfsOptions(
          limits.disk_bytes + archive.bytes,
          limits.inodes + archive.files,
          `${OWN},exec`,
        ),
        ...(options.report ? { [REPORT_FOLDER]: tmpfsOptions(2 * REPORT_BYTES, 1000, OWN) } : {}),
        ...Object.fromEntries(
          mounts.map((mount) => [
            mount.target,
            tmpfsOptions(mount.archive.bytes, mount.archive.files + 10, 'mode=755,exec'),
          ]),
        ),
      },
    },
    limits,
    options,
  );
  await withContainer(engine, plan, async (id) => {
    const refusal = await engine.start(id);
    if (refusal !== null) throw new Fault('environment', `container engine at ${engine.host}: ${refusal}`);
    await unpack(check, id, USER, workdir, archive);
    // Root without capabilities: what it writes here the program can read and not change.
    for (const mount of mounts) await unpack(check, id, '0:0', mount.target, mount.archive);
    check.deliver(await runProgram(check, id, workdir));
  });
}

async function unpack({ engine }: TarCheck, id: string, user: string, folder: string, archive: TarTree) {
  const argv = ['tar', '-xf', '-', '-C', folder];
  const { stream, state } = await engine.exec(id, argv, { user, input: true });
  let said = '';
  const frames = new Frames((_, bytes) => {
    said += bytes.toString();
  });
  const ended = new Promise<void>((resolve) => {
    stream.on('data', (chunk: Buffer) => frames.push(chunk));
    for (const event of ['end', 'close', 'error']) stream.on(event, () => resolve());
  });
  await pipeline(Readable.from(archive.stream()), stream, { end: true }).catch(() => {});
  await ended;
  const { exitCode } = await state();
  if (exitCode === 0) return;
  const why = said.trim().split('\n').pop() || `tar ended with ${exitCode}`;
  throw new Fault('environment', `the tree could not be unpacked in the image ${folder}: ${why}`);
}

async function runProgram(
  { engine, limitsHeld, argv, limits, options }: TarCheck,
  id: string,
  workdir: string,
): Promise<ExecResult> {
  const mark = newMark();
  using run = new Run(limits, mark, options.signal);
  const program = await engine.exec(id, ['/bin/sh', '-c', START, mark, ...argv], {
    user: USER,
    workdir,
    env: environmentOf(options),
  });
  run.begin();
  const drained = drain(program.stream, (name, bytes) => run.push(name, bytes));
  const stop = await Promise.race([run.stopped, exitOf(program, drained)]);
  run.over();
  const report = options.report && typeof stop !== 'string' ? await collect(engine, id) : null;
  await killAndWait(engine, id);
  const torn = await Promise.race([drained, sleep(GRACE_MS, false)]);
  program.stream.destroy();
  const { oomKilled } = await engine.state(id);
  const exitCode = typeof stop === 'string' ? null : stop;
  return run.result({ exitCode, oom: oomKilled, limitsHeld, torn, report });
}

/** The program's end, not its stream's: a child in the background holds that open, and a program may close it early. */
async function exitOf(
  program: { state(): Promise<{ running: boolean; exitCode: number | null }> },
  drained: Promise<boolean>,
): Promise<number | null> {
  for (;;) {
    const over = await Promise.race([drained.then(() => true), sleep(POLL_MS, false)]);
    const { running, exitCode } = await program.state();
    if (!running) {
      await Promise.race([drained, sleep(GRACE_MS)]);
      return exitCode;
    }
    if (over) await sleep(POLL_MS);
  }
}

async function collect(engine: DockerHouse['engine'], id: string): Promise<Report | null> {
  const { stream } = await engine.exec(id, ['tar', '-cf', '-', '-C', REPORT_FOLDER, '.'], { user: USER });
  try {
    return await reportOfTar(stdoutOf(stream));
  } finally {
    stream.destroy();
  }
}

async function* stdoutOf(stream: Duplex): AsyncGenerator<Buffer> {
  const ready: Buffer[] = [];
  const frames = new Frames((name, bytes) => {
    if (name === 'stdout') ready.push(bytes);
  });
  for await (const chunk of stream) {
    frames.push(chunk as Buffer);
    yield* ready.splice(0);
  }
}
