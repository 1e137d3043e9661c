/** Runs one short helper program of the host (mount, mknod, …) with a bare environment. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Fault } from '../../src/fault.js';

const execute = promisify(execFile);

/** No key of ours reaches a helper, and mount and friends lie in sbin, which an ordinary user has not on PATH. */
export const BARE_ENV = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C' };

/** @throws Fault environment with the program's own last line */
export async function command(name: string, args: readonly string[], cwd?: string): Promise<string> {
  try {
    const { stdout } = await execute(name, [...args], {
      env: BARE_ENV,
      timeout: 60_000,
      killSignal: 'SIGKILL',
      ...(cwd ? { cwd } : {}),
    });
    return stdout;
  } catch (cause) {
    const { stderr = '', message } = cause as Error & { stderr?: string };
    const line = stderr.trim().split('\n').pop() || message;
    throw new Fault('environment', `${name} failed: ${line}`, {}, { cause });
  }
}
