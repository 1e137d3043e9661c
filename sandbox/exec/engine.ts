/** The one file that speaks to a container engine: Docker's API over a socket, with its faults turned into one line each. */
import type { Duplex } from 'node:stream';
import Docker from 'dockerode';
import { Fault } from '../../src/fault.js';
import { owner } from '../owner.js';
import type { HeldLimit } from './port.js';

const OWNER_LABEL = 'gagar.owner';
const DEFAULT_HOST = 'unix:///var/run/docker.sock';

export interface ContainerState {
  readonly oomKilled: boolean;
}

export interface ContainerInfo {
  readonly id: string;
  readonly owner: string;
  readonly running: boolean;
  /** Seconds since it was made. */
  readonly age_s: number;
}

export type ContainerPlan = Docker.ContainerCreateOptions;

export class Engine {
  private constructor(
    private readonly docker: Docker,
    /** Where it was reached, for messages. */
    readonly host: string,
  ) {}

  /** @throws Fault environment naming socket and cause where no engine answers there, usage for an address of no known kind */
  static async connect(host: string = DEFAULT_HOST): Promise<Engine> {
    const engine = new Engine(new Docker(address(host)), host);
    await engine.call(() => engine.docker.ping());
    return engine;
  }

  /** What this engine can hold a container to; a rootless one may lack the control groups for it. */
  async limits(): Promise<HeldLimit[]> {
    const info: { MemoryLimit?: boolean; PidsLimit?: boolean; CpuCfsQuota?: boolean } = await this.call(() =>
      this.docker.info(),
    );
    return [
      ...(info.MemoryLimit ? (['memory'] as const) : []),
      ...(info.PidsLimit ? (['pids'] as const) : []),
      ...(info.CpuCfsQuota ? (['cpus'] as const) : []),
    ];
  }

  /** Full id, or null where the engine has no such image. */
  async image(
    ref: string,
  ): Promise<{ id: string; volumes: string[]; labels: Record<string, string> } | null> {
    try {
      const { Id, Config } = await this.docker.getImage(ref).inspect();
      return { id: Id, volumes: Object.keys(Config?.Volumes ?? {}), labels: Config?.Labels ?? {} };
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw this.fault(error);
    }
  }

  /** Made with the label by which a later run knows whose it is; the engine finds a free name. */
  async create(plan: ContainerPlan): Promise<string> {
    const labels = { ...plan.Labels, [OWNER_LABEL]: owner() };
    const { id } = await this.call(() => this.docker.createContainer({ ...plan, Labels: labels }));
    return id;
  }

  /**
   * Its input, and what it prints: frames of stdout and stderr, or, where it has a terminal of its own, the bytes as they are.
   * Attached before the start, so nothing is missed.
   */
  async attach(id: string): Promise<Duplex> {
    const all = { stream: true, hijack: true, stdin: true, stdout: true, stderr: true };
    // It is the connection itself.
    return this.call(async () => (await this.docker.getContainer(id).attach(all)) as Duplex);
  }

  async resizeTerminal(id: string, columns: number, rows: number): Promise<void> {
    await this.callUnless([404, 409], () => this.docker.getContainer(id).resize({ w: columns, h: rows }));
  }

  /** Null, or why the engine could not start the program (as against: why the engine failed). */
  async start(id: string): Promise<string | null> {
    try {
      await this.docker.getContainer(id).start();
      return null;
    } catch (error) {
      const status = statusOf(error);
      if (status === 400 || status === 404) return lineOf(error);
      throw this.fault(error);
    }
  }

  /** A container that has ended already is as good as killed. */
  async kill(id: string): Promise<void> {
    await this.callUnless([404, 409], () => this.docker.getContainer(id).kill());
  }

  /** Exit status of the first process; answers at once where it has ended. */
  async wait(id: string): Promise<number> {
    const { StatusCode } = await this.call(() => this.docker.getContainer(id).wait());
    return StatusCode;
  }

  async state(id: string): Promise<ContainerState> {
    const { State } = await this.call(() => this.docker.getContainer(id).inspect());
    return { oomKilled: State.OOMKilled };
  }

  /** With its anonymous volumes; one that is gone already is fine. */
  async remove(id: string): Promise<void> {
    await this.callUnless([404, 409], () => this.docker.getContainer(id).remove({ force: true, v: true }));
  }

  /** Starts a second program in a running container; `stream` carries its frames, and its input where `input` is set. */
  async exec(
    id: string,
    argv: readonly string[],
    {
      user,
      workdir,
      env = [],
      input = false,
    }: { user: string; workdir?: string; env?: string[]; input?: boolean },
  ): Promise<{ stream: Duplex; state(): Promise<{ running: boolean; exitCode: number | null }> }> {
    const exec = await this.call(() =>
      this.docker.getContainer(id).exec({
        Cmd: [...argv],
        User: user,
        Env: env,
        AttachStdin: input,
        AttachStdout: true,
        AttachStderr: true,
        ...(workdir ? { WorkingDir: workdir } : {}),
      }),
    );
    const stream = await this.call(() => exec.start({ hijack: true, stdin: input }));
    return {
      stream,
      state: async () => {
        const { Running, ExitCode } = await this.call(() => exec.inspect());
        return { running: Running, exitCode: Running ? null : ExitCode };
      },
    };
  }

  /** A folder of a container as a tar stream; the container need not have run. */
  async archive(id: string, path: string): Promise<NodeJS.ReadableStream> {
    return this.call(() => this.docker.getContainer(id).getArchive({ path }));
  }

  /** Containers that any gagar made on this engine. */
  async ours(): Promise<ContainerInfo[]> {
    const list = await this.call(() =>
      this.docker.listContainers({ all: true, filters: { label: [OWNER_LABEL] } }),
    );
    return list.map(({ Id, Labels, State, Created }) => ({
      id: Id,
      owner: Labels[OWNER_LABEL] ?? '',
      running: State === 'running',
      age_s: Date.now() / 1000 - Created,
    }));
  }

  /** Makes an image of a root file system. `changes` are Dockerfile lines (ENV, LABEL, …). */
  async importImage(tar: NodeJS.ReadableStream, tag: string, changes: string[]): Promise<void> {
    const [repo = tag, version = 'latest'] = tag.split(':');
    const answer = await this.call(() => this.docker.importImage(tar, { repo, tag: version, changes }));
    await this.finish(answer);
  }

  /** Builds a Dockerfile; `context` is a tar stream that holds it. */
  async buildImage(
    context: NodeJS.ReadableStream,
    tag: string,
    onLine: (line: string) => void,
  ): Promise<void> {
    const answer = await this.call(() => this.docker.buildImage(context, { t: tag, forcerm: true }));
    await this.finish(answer, onLine);
  }

  async removeImage(tag: string): Promise<void> {
    await this.callUnless([404], () => this.docker.getImage(tag).remove());
  }

  /** Long answers are lines of JSON; a failure is one of them, under status 200. */
  private async finish(
    answer: NodeJS.ReadableStream,
    onLine: (line: string) => void = () => {},
  ): Promise<void> {
    const events = await new Promise<{ error?: string }[]>((resolve, reject) => {
      this.docker.modem.followProgress(
        answer,
        (error, output) => (error ? reject(this.fault(error)) : resolve(output ?? [])),
        ({ stream }: { stream?: string }) => stream && onLine(stream.trimEnd()),
      );
    });
    const failed = events.find(({ error }) => error !== undefined);
    if (failed) throw this.fault(new Error(failed.error));
  }

  private async call<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw this.fault(error);
    }
  }

  private async callUnless(fine: readonly number[], ask: () => Promise<unknown>): Promise<void> {
    try {
      await ask();
    } catch (error) {
      if (!fine.includes(statusOf(error) ?? 0)) throw this.fault(error);
    }
  }

  private fault(cause: unknown): Fault {
    return new Fault('environment', `container engine at ${this.host}: ${lineOf(cause)}`, {}, { cause });
  }
}

/** `unix:///path`, `tcp://host:port`, `http(s)://host:port`; the environment is not asked again behind our back. */
function address(host: string): Docker.DockerOptions {
  const none = { host: undefined, port: undefined, protocol: undefined } as unknown as Docker.DockerOptions;
  if (host.startsWith('unix://')) return { ...none, socketPath: host.slice('unix://'.length) };
  if (host.startsWith('/')) return { ...none, socketPath: host };
  const url = URL.canParse(host) ? new URL(host) : null;
  if (url && ['tcp:', 'http:', 'https:'].includes(url.protocol)) {
    const protocol = url.protocol === 'https:' ? 'https' : 'http';
    return {
      ...none,
      host: url.hostname,
      port: Number(url.port) || (protocol === 'https' ? 2376 : 2375),
      protocol,
    };
  }
  throw new Fault(
    'usage',
    `engine address ${JSON.stringify(host)} is of no known kind; use unix:///path/to.sock or tcp://host:port`,
  );
}

const statusOf = (error: unknown): number | undefined => (error as { statusCode?: number }).statusCode;

const CAUSES: Record<string, string> = {
  ENOENT: 'there is no such socket (ENOENT); is the engine installed and running?',
  EACCES: 'this user may not use the socket (EACCES)',
  ECONNREFUSED: 'nothing listens there (ECONNREFUSED)',
};

/** The engine's own words in one line, without the client's prefix that calls every 404 a missing container. */
function lineOf(error: unknown): string {
  const { code, message, json } = error as { code?: string; message?: string; json?: { message?: string } };
  const known = code === undefined ? undefined : CAUSES[code];
  const words = json?.message ?? message ?? String(error);
  return (
    known ??
    words
      .replace(/^\(HTTP code \d+\) [^-]*- /, '')
      .replace(/\s+/g, ' ')
      .trim()
  );
}
