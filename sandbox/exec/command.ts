/** Runs one short helper program of the host (mount, mknod, …) with a bare environment. */
import { Fault } from '../../src/fault.js';
import { run } from '../process.js';

/** No key of ours reaches a helper, and mount and friends lie in sbin, which an ordinary user has not on PATH. */
export const BARE_ENV = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C' };

/** Its stdout as text. @throws Fault environment with the program's own last line */
export async function command(name: string, args: readonly string[], cwd = '/'): Promise<string> {
  const { exitCode, stdout, stderr, startError } = await run([name, ...args], {
    cwd,
    env: BARE_ENV,
    timeoutMs: 60_000,
  });
  if (exitCode === 0) return Buffer.from(stdout).toString();
  const said = Buffer.from(stderr).toString().trim().split('\n').pop();
  throw new Fault('environment', `${name} failed: ${said || startError || `it ended with ${exitCode}`}`);
}
