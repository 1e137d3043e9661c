/** Prints what works on this machine, what is missing and how to get it; removes what dead runs left where asked to. */
import { surveySandbox } from '../../sandbox/exec/survey.js';
import { run } from '../../sandbox/process.js';
import { packageVersion } from '../assets.js';
import { EXIT } from '../cli/exit.js';
import { environment } from '../environment.js';

export interface DoctorOptions {
  readonly clean?: boolean | undefined;
  readonly dockerHost?: string | undefined;
}

export async function runDoctor({ clean, dockerHost }: DoctorOptions): Promise<void> {
  const git = await gitVersion();
  const survey = await surveySandbox({ dockerHost: dockerHost ?? environment.dockerHost(), clean });
  const lines = [
    row('ok', 'gagar', `${packageVersion()} on Node ${process.versions.node}`),
    git ? row('ok', 'git', git) : row('missing', 'git', 'install git: nothing can be read without it'),
    ...survey.findings.flatMap(({ name, detail, help }) => [
      row(help === null ? 'ok' : 'missing', name, detail),
      ...(help === null ? [] : [row('', '', help)]),
    ]),
    '',
    survey.driver === 'none'
      ? 'Checks cannot run here; groups are graded without them, and the result says so.'
      : `Checks run ${survey.driver === 'docker' ? 'in containers' : 'under bubblewrap'}; a task that names an image needs the engine.`,
  ];
  if (survey.swept) {
    const { containers, groups, folders } = survey.swept;
    lines.push(
      `Removed of dead runs: ${containers} containers, ${groups} control groups, ${folders} work folders.`,
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
  if (!git || survey.driver === 'none') process.exitCode = EXIT.environment;
}

const row = (state: string, name: string, detail: string): string =>
  `${state.padEnd(8)} ${name.padEnd(17)} ${detail}`.trimEnd();

async function gitVersion(): Promise<string | null> {
  const env = { PATH: environment.forGit()['PATH'] ?? '/usr/bin:/bin' };
  const { exitCode, stdout } = await run(['git', '--version'], { cwd: '/', env });
  return exitCode === 0
    ? Buffer.from(stdout)
        .toString()
        .trim()
        .replace(/^git version /, '')
    : null;
}
