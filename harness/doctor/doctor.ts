/** `gagar doctor`: all looks at the machine, and the removal of what dead runs left. */
import { join } from 'node:path';
import { type Survey, surveySandbox } from '../../sandbox/exec/survey.js';
import { sweep } from '../../sandbox/owned.js';
import { environment } from '../environment.js';
import { EXIT } from '../exit.js';
import { cacheDir, tempRoot } from '../places.js';
import { wrap } from '../report/columns.js';
import { type DoctorCheck, lacking, ok } from './check.js';
import { gitCheck, nodeCheck } from './programs.js';
import { keyChecks, roomChecks } from './room.js';

export interface DoctorFlags {
  readonly json?: boolean;
  readonly clean?: boolean;
  readonly dockerHost?: string;
}

export async function runDoctor({ json, clean, dockerHost }: DoctorFlags): Promise<void> {
  const survey = await surveySandbox({ dockerHost: dockerHost ?? environment.dockerHost(), clean });
  if (clean) await cleanUp(survey);
  const checks = [
    nodeCheck(),
    await gitCheck(),
    ...boxChecks(survey),
    ...(await roomChecks()),
    ...keyChecks(),
  ];
  process.stdout.write(json ? `${JSON.stringify(checks, null, 2)}\n` : doctorText(checks));
  if (checks.some(({ state }) => state === 'missing')) process.exitCode = EXIT.environment;
}

/** Grading needs no box: without one checks answer "not available", and the result says so. */
export const boxChecks = ({ findings, driver }: Survey): DoctorCheck[] => [
  ...findings.map(({ name, detail, help }) =>
    help === null ? ok(name, detail) : lacking(name, 'optional', detail, help),
  ),
  driver === 'none'
    ? lacking('checks', 'optional', 'cannot run here', 'get an engine or bubblewrap, as said above')
    : ok('checks', driver === 'docker' ? 'run in containers' : 'run under bubblewrap'),
];

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
async function cleanUp({ swept }: Survey): Promise<void> {
  await sweep(tempRoot());
  await sweep(join(cacheDir(), 'bases'));
  if (swept === null) return;
  const { containers, groups, folders } = swept;
  process.stderr.write(
    `gagar: removed of dead runs: ${containers} containers, ${groups} control groups, ${folders} work folders\n`,
  );
}
