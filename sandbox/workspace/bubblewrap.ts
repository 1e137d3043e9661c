/** The shared box under bubblewrap: the host's system and the group read-only, everything else not there. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Fault } from '../../src/fault.js';
import { processLimits, system } from '../exec/bubblewrap-args.js';
import { BARE_ENV } from '../exec/command.js';
import { sealInherited } from '../exec/inherited.js';
import { BOX_USER } from '../exec/overlay.js';
import { DEFAULT_LIMITS } from '../exec/port.js';
import { seccompFilter } from '../exec/seccomp.js';
import { type BoxCall, GROUP_FOLDER } from './call.js';

const FILTER = 3;
/** A person reads for hours. */
const LIMITS = processLimits({ ...DEFAULT_LIMITS, time_s: 24 * 3600 }, false);

/** `folder` may be entered by the box's user. */
export async function runInBubblewrap(folder: string, call: BoxCall): Promise<number> {
  call.signal.throwIfAborted();
  const filter = await openFilter(join(dirname(folder), 'filter'));
  const asRoot = process.getuid?.() === 0;
  const { uid, gid } = BOX_USER;
  const user = asRoot ? ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--'] : [];
  const [program = 'bwrap', ...args] = [
    ...user,
    'bwrap',
    ...boxArguments(folder, filter !== null),
    ...['sh', '-c', `${LIMITS}\nexec "$@"`, 'sh', ...call.argv],
  ];
  const child = spawn(program, args, {
    env: BARE_ENV,
    stdio: [call.terminal ? 'inherit' : 'ignore', 'inherit', 'inherit', filter, ...sealInherited(FILTER + 1)],
  });
  if (filter !== null) closeSync(filter);
  const kill = (): void => void child.kill('SIGKILL');
  call.signal.addEventListener('abort', kill, { once: true });
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    call.signal.throwIfAborted();
    if (code !== null) return code;
    throw new Fault('environment', `bubblewrap was ended by ${signal}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Fault(
      'environment',
      `${program} is not installed: apt-get install bubblewrap`,
      {},
      { cause: error },
    );
  } finally {
    call.signal.removeEventListener('abort', kill);
  }
}

/** Without a session of its own a program could type into the person's terminal. */
function boxArguments(folder: string, filtered: boolean): string[] {
  const user = String(BOX_USER.uid);
  const etc = ['/etc/alternatives', '/etc/ld.so.cache'].filter((path) => existsSync(path));
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: GROUP_FOLDER, LANG: 'C.UTF-8', TERM: 'xterm' };
  return [
    ...['--unshare-all', '--unshare-user', '--uid', user, '--gid', user, '--hostname', 'localhost'],
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ...(filtered ? ['--seccomp', String(FILTER)] : []),
    ...system(),
    ...etc.flatMap((path) => ['--ro-bind', path, path]),
    ...['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/dev'],
    ...['--ro-bind', folder, GROUP_FOLDER, '--remount-ro', '/', '--chdir', GROUP_FOLDER, '--clearenv'],
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    '--',
  ];
}

async function openFilter(path: string): Promise<number | null> {
  const filter = seccompFilter();
  if (filter === null) return null;
  await writeFile(path, filter, { mode: 0o600 });
  return openSync(path, 'r');
}
