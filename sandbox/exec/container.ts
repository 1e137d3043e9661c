/** The plan of a check's container: everything off that a check does not need. */
import type { ContainerPlan } from './engine.js';
import { BOX_USER } from './overlay.js';
import { type BoxSize, type ExecOptions, WORKDIR } from './port.js';
import { SECCOMP_OPTION } from './seccomp-profile.js';

export const USER = `${BOX_USER.uid}:${BOX_USER.gid}`;

/** A folder of the host in the box. */
interface Bind {
  readonly source: string;
  readonly target: string;
  readonly readOnly: boolean;
  /** What is mounted there later, turns up in the box; nothing ever goes the other way. */
  readonly follows?: boolean;
}

interface Place {
  readonly image: string;
  /** Volumes of the image would be disk without a limit: they are covered. */
  readonly volumes: readonly string[];
  readonly entrypoint: readonly string[];
  readonly argv: readonly string[];
  /** Its first program is told by its input what to do. */
  readonly waits?: boolean;
  readonly binds: readonly Bind[];
  /** Folders in memory, with their mount options. */
  readonly tmpfs: Readonly<Record<string, string>>;
}

export const environmentOf = (options: Pick<ExecOptions, 'env'>): string[] =>
  Object.entries({ HOME: '/tmp', ...options.env }).map(([name, value]) => `${name}=${value}`);

export const tmpfsOptions = (bytes: number, inodes: number, rest: string): string =>
  `rw,nosuid,nodev,size=${bytes},nr_inodes=${inodes},${rest}`;

export function containerPlan(
  place: Place,
  limits: BoxSize,
  options: Pick<ExecOptions, 'env' | 'workdir'>,
): ContainerPlan {
  const covered = Object.fromEntries(
    place.volumes.map((path) => [path, tmpfsOptions(limits.disk_bytes, limits.inodes, 'mode=1777')]),
  );
  return {
    Image: place.image,
    Entrypoint: [...place.entrypoint],
    Cmd: [...place.argv],
    Env: environmentOf(options),
    User: USER,
    WorkingDir: options.workdir ?? WORKDIR,
    ...(place.waits ? { OpenStdin: true, StdinOnce: true, AttachStdin: true } : {}),
    Healthcheck: { Test: ['NONE'] } as NonNullable<ContainerPlan['Healthcheck']>,
    HostConfig: {
      NetworkMode: 'none',
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges', SECCOMP_OPTION],
      PidsLimit: limits.pids,
      Memory: limits.memory_bytes,
      MemorySwap: limits.memory_bytes,
      NanoCpus: Math.round(limits.cpus * 1e9),
      Init: true,
      IpcMode: 'private',
      // json-file wrote hundreds of megabytes to the host's disk within seconds; output is read by attach.
      LogConfig: { Type: 'none', Config: {} },
      Ulimits: [{ Name: 'core', Soft: 0, Hard: 0 }],
      Tmpfs: { ...covered, ...place.tmpfs },
      Mounts: place.binds.map(({ source, target, readOnly, follows }) => ({
        Type: 'bind',
        Source: source,
        Target: target,
        ReadOnly: readOnly,
        ...(follows ? { BindOptions: { Propagation: 'rslave' } } : {}),
      })),
    },
  };
}
