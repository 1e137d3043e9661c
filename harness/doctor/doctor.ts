/** `gagar doctor`: all looks at the machine, and the removal of what dead runs left. */
import { Engine } from '../../sandbox/exec/engine.js';
import { sweep as sweepChecks } from '../../sandbox/exec/sweep.js';
import { sweep as sweepFolders } from '../../sandbox/owned.js';
import { Fault } from '../../src/fault.js';
import { EXIT } from '../cli/exit.js';
import { environment } from '../environment.js';
import { wrap } from '../report/columns.js';
import { cacheDir, tempRoot } from '../run/places.js';
import { bubblewrapCheck, engineChecks } from './boxes.js';
import type { DoctorCheck } from './check.js';
import { gitCheck, nodeCheck } from './programs.js';
import { keyChecks, roomChecks } from './room.js';

export interface DoctorFlags {
  readonly json?: boolean;
  readonly clean?: boolean;
  readonly dockerHost?: string;
}

export async function runDoctor({ json, clean, dockerHost }: DoctorFlags): Promise<void> {
  const host = dockerHost ?? environment.dockerHost();
  if (clean) await cleanUp(host);
  const checks = [
    nodeCheck(),
    await gitCheck(),
    ...(await engineChecks(host)),
    await bubblewrapCheck(),
    ...(await roomChecks()),
    ...keyChecks(),
  ];
  process.stdout.write(json ? `${JSON.stringify(checks, null, 2)}\n` : doctorText(checks));
  if (checks.some(({ state }) => state === 'missing')) process.exitCode = EXIT.environment;
}

const MARK = { ok: 'ok      ', missing: 'MISSING ', optional: 'absent  ' } as const;

export function doctorText(checks: readonly DoctorCheck[]): string {
  const lines = checks.flatMap(({ name, state, detail, fix }) => [
    ...wrap(`${name}: ${detail}`, 80, ' '.repeat(10)).map((line, at) =>
      at === 0 ? `  ${MARK[state]}${line.trimStart()}` : line,
    ),
    ...(fix === null ? [] : wrap(`-> ${fix}`, 80, ' '.repeat(12))),
  ]);
  const missing = checks.filter(({ state }) => state === 'missing').length;
  const verdict = missing === 0 ? 'gagar can grade on this machine' : `${missing} needed part(s) missing`;
  return `${lines.join('\n')}\n${verdict}\n`;
}

/** Only what belongs to processes that are gone; other people's containers and folders are never touched. */
async function cleanUp(host: string | undefined): Promise<void> {
  const engine = await Engine.connect(host).catch((error: unknown) => {
    if (error instanceof Fault) return null;
    throw error;
  });
  const { containers, groups, folders } = await sweepChecks(engine);
  await sweepFolders(tempRoot());
  await sweepFolders(`${cacheDir()}/bases`);
  process.stderr.write(
    `gagar: removed ${containers} containers, ${groups} control groups, ${folders} work folders of dead runs\n`,
  );
}
