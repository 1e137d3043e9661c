/** The command lines of a bubblewrap box: what of the host it sees, what it may write, what holds it. */
import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { type ExecOptions, type Limits, REPORT_FOLDER, WORKDIR } from './port.js';

const USER = '10001';

/** /usr read-only, and the old top-level names as links into it or, where they still are folders, as themselves. */
export function system(): string[] {
  const top = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'].flatMap((name) => {
    const path = `/${name}`;
    if (!existsSync(path)) return [];
    return lstatSync(path).isSymbolicLink()
      ? ['--symlink', readlinkSync(path), path]
      : ['--ro-bind', path, path];
  });
  return ['--ro-bind', '/usr', '/usr', ...top];
}

export interface BoxPaths {
  /** The candidate's copy, /tmp, /dev/shm and the report, relative to the slot. */
  readonly tree: string;
  readonly tmp: string;
  readonly shm: string;
  readonly report: string;
  /** Our own /etc. */
  readonly etc: string;
}

export interface Features {
  /** bubblewrap 0.8 and later can forbid new user namespaces in the box. */
  readonly disableUserns: boolean;
  /** File with the system call filter, handed over on descriptor 6; null where none is known for this machine. */
  readonly filter: string | null;
}

/** Arguments for `bwrap`, up to and with `--`. */
export function boxArguments(paths: BoxPaths, options: ExecOptions, features: Features): string[] {
  const workdir = options.workdir ?? WORKDIR;
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/tmp', LANG: 'C.UTF-8', ...options.env };
  return [
    ...['--unshare-all', '--unshare-user', '--uid', USER, '--gid', USER, '--hostname', 'localhost'],
    ...(features.disableUserns ? ['--disable-userns'] : []),
    ...['--as-pid-1', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--info-fd', '3'],
    ...(features.filter ? ['--seccomp', '6'] : []),
    ...system(),
    ...['--ro-bind', paths.etc, '/etc'],
    ...['--proc', '/proc', '--dev', '/dev', '--bind', paths.shm, '/dev/shm', '--remount-ro', '/dev'],
    ...['--bind', paths.tmp, '/tmp', '--bind', paths.tree, workdir],
    ...(options.report ? ['--bind', paths.report, REPORT_FOLDER] : []),
    ...(options.mounts ?? []).flatMap(({ source, target }) => ['--ro-bind', source, target]),
    // The root of the box is a tmpfs without a size; nobody may write there.
    ...['--remount-ro', '/', '--chdir', workdir, '--clearenv'],
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    '--',
  ];
}

/**
 * Shell text that limits each process, which needs no rights; run inside, where processes are counted for the box alone.
 * The last shell to know a word wins: bash counts processes with -u, dash and busybox with -p.
 */
export function processLimits(limits: Limits, memoryHeld: boolean): string {
  const cpuSeconds = Math.ceil(limits.time_s * Math.max(1, limits.cpus)) + 1;
  const kib = (bytes: number): number => Math.ceil(bytes / 1024);
  return [
    `ulimit -u ${limits.pids} 2>/dev/null || ulimit -p ${limits.pids} || exit 1`,
    `ulimit -c 0 && ulimit -n 4096 && ulimit -t ${cpuSeconds} || exit 1`,
    // Written private memory; the address space may be larger, since runtimes reserve far more than they use.
    memoryHeld
      ? ':'
      : `ulimit -d ${kib(limits.memory_bytes)} && ulimit -v ${kib(4 * limits.memory_bytes + 2 ** 32)} || exit 1`,
  ].join('\n');
}
