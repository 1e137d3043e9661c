/** Looks at the programs that grading needs: Node and git. */
import { OLDEST_GIT } from '../../sandbox/git/git.js';
import { run } from '../../sandbox/process.js';
import { environment } from '../environment.js';
import { type DoctorCheck, isAtLeast, lacking, ok } from './check.js';

const NODE = '20.19';

export function nodeCheck(version = process.versions.node): DoctorCheck {
  if (isAtLeast(version, NODE)) return ok('node', version);
  return lacking('node', 'missing', `${version} is too old`, `install Node ${NODE} or newer`);
}

export async function gitCheck(path = environment.path()): Promise<DoctorCheck> {
  const { startError, stdout } = await run(['git', 'version'], {
    cwd: '/',
    env: { PATH: path },
    timeoutMs: 5000,
  });
  const fix = `install git ${OLDEST_GIT} or newer and put it on PATH (Debian, Ubuntu: apt-get install git)`;
  if (startError !== null) return lacking('git', 'missing', `could not be started (${startError})`, fix);
  const version = /\d+(\.\d+)+/.exec(Buffer.from(stdout).toString('utf8'))?.[0] ?? '0';
  return isAtLeast(version, OLDEST_GIT)
    ? ok('git', version)
    : lacking('git', 'missing', `${version} is too old`, fix);
}
