/** A host full of things worth taking, each open to every user, so that only the box can keep a probe away; and a count of what was taken. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '../../../../sandbox/exec/port.js';
import { treeOf } from '../../../support/tree.js';

const FILES = ['peer/solution.py', 'peer/test.log', 'store/objects/ab', 'host.txt'];
/** What a peer's own check does while the probes run: it holds its secret everywhere a neighbour might look. */
const PEER = `
use IO::Socket::INET; use Socket;
for my $f ("/tmp/peer.txt", "/dev/shm/peer.txt", "peer.txt") { open my $o, ">", $f; print $o $ENV{TOKEN}; close $o }
socket(my $u, AF_UNIX, SOCK_STREAM, 0); bind($u, pack_sockaddr_un("\\0$ENV{PEER_NAME}")); listen($u, 5);
my $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => $ENV{PEER_PORT}, Listen => 5);
if (!fork) { while (accept(my $c, $u)) { print $c $ENV{TOKEN}; close $c } exit }
while (my $c = $s->accept) { print $c $ENV{TOKEN}; close $c }
`;

const HOST = `
use Socket;
socket(my $u, AF_UNIX, SOCK_STREAM, 0); bind($u, pack_sockaddr_un("\\0$ENV{NAME}")); listen($u, 5);
while (1) { accept(my $c, $u) or next; print $c $ENV{CANARY}; close $c }
`;

export class World implements AsyncDisposable {
  readonly token = randomBytes(12).toString('hex');
  readonly folder = mkdtempSync(join(tmpdir(), 'canary-'));
  private readonly shmKey = randomInt(0x1000, 0x7fff_ffff);
  private readonly peerPort = randomInt(20_000, 60_000);
  private readonly abstract = `canary-${randomBytes(4).toString('hex')}`;
  private readonly servers: Server[] = [];
  private udp: DatagramSocket | undefined;
  private process: ChildProcess | undefined;
  private readonly hits: string[] = [];
  private readonly peer = new AbortController();
  private peerCheck: Promise<unknown> = Promise.resolve();

  private constructor() {}

  static async open(box: Sandbox): Promise<World> {
    const world = new World();
    chmodSync(world.folder, 0o777);
    world.layOut();
    await world.listen();
    execFileSync('perl', [
      '-e',
      `$i = shmget(${world.shmKey}, 64, 01666) // die $!; shmwrite($i, "${world.token}", 0, 64)`,
    ]);
    world.startProcess();
    world.peerCheck = box
      .exec(
        treeOf({ 'solution.py': world.token }),
        ['perl', '-e', PEER],
        { time_s: 600 },
        {
          signal: world.peer.signal,
          env: { TOKEN: world.token, PEER_PORT: String(world.peerPort), PEER_NAME: `peer-${world.abstract}` },
        },
      )
      .catch(() => {});
    return world;
  }

  /** Told to every probe: a candidate may know our whole house. */
  env(probe: string): Record<string, string> {
    const port = (index: number): string => String((this.servers[index]!.address() as AddressInfo).port);
    return {
      PROBE: probe,
      W: this.folder,
      HOST_PID: String(this.process?.pid),
      TEST_PID: String(process.pid),
      TCP: port(0),
      TCP6: port(1),
      UDP: String(this.udp?.address().port),
      ABSTRACT: this.abstract,
      SHM: String(this.shmKey),
      PEER_PORT: String(this.peerPort),
      PEER_NAME: `peer-${this.abstract}`,
      PATH: '/usr/local/bin:/usr/bin:/bin',
    };
  }

  /** What a probe got or did, in words; empty where all is as it was. */
  async violations(probe: string, said: string): Promise<string[]> {
    // Packets and deaths arrive a moment later.
    await new Promise((resolve) => setTimeout(resolve, 20));
    const found = this.hits.splice(0);
    if (said.includes(this.token)) found.push('the secret was read');
    const names = (readdirSync(this.folder, { recursive: true }) as string[]).filter(
      (name) => name !== 'socket',
    );
    const expected = new Set(['peer', 'store', 'store/objects', ...FILES]);
    for (const name of names) if (!expected.has(name)) found.push(`${name} was made`);
    for (const name of FILES) {
      if (!names.includes(name)) found.push(`${name} is gone`);
      else if (readFileSync(join(this.folder, name), 'utf8') !== this.token)
        found.push(`${name} was changed`);
    }
    if (this.process?.exitCode !== null || this.process.signalCode !== null)
      found.push('a host process was ended');
    found.push(...processesOf(probe).map((pid) => `process ${pid} is left`));
    return found;
  }

  /** Undoes what a probe did when it ran without a box. */
  reset(probe: string): void {
    for (const pid of processesOf(probe)) end(pid);
    for (const name of readdirSync(this.folder))
      if (name !== 'socket') rmSync(join(this.folder, name), { recursive: true });
    this.layOut();
    this.hits.length = 0;
    if (this.process?.exitCode !== null || this.process.signalCode !== null) this.startProcess();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.peer.abort();
    await this.peerCheck;
    this.process?.kill('SIGKILL');
    this.udp?.close();
    for (const server of this.servers) server.close();
    execFileSync('perl', ['-e', `shmctl(shmget(${this.shmKey}, 64, 0), 0, 0)`]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private layOut(): void {
    for (const name of FILES) {
      const path = join(this.folder, name);
      mkdirSync(join(path, '..'), { recursive: true });
      chmodSync(join(path, '..'), 0o777);
      writeFileSync(path, this.token);
      chmodSync(path, 0o666);
    }
  }

  private async listen(): Promise<void> {
    for (const [name, where] of [
      ['tcp', { host: '127.0.0.1', port: 0 }],
      ['tcp6', { host: '::1', port: 0 }],
      ['unix socket', { path: join(this.folder, 'socket') }],
    ] as const) {
      const server = createServer((socket) => {
        this.hits.push(`${name} was reached`);
        socket.end(this.token);
      });
      server.listen(where);
      await once(server, 'listening');
      this.servers.push(server);
    }
    chmodSync(join(this.folder, 'socket'), 0o777);
    this.udp = createSocket('udp4', () => this.hits.push('udp was reached'));
    this.udp.bind(0, '127.0.0.1');
    await once(this.udp, 'listening');
  }

  /** Also serves an abstract socket, which Node cannot. */
  private startProcess(): void {
    const argv = ['-e', HOST, this.token];
    const env = { CANARY: this.token, NAME: this.abstract, PATH: '/usr/bin:/bin' };
    this.process = spawn('perl', argv, { env, stdio: 'ignore' });
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself a moment ago.
  }
}

/** Live processes of this machine that carry the probe's name in their environment. */
export function processesOf(probe: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`PROBE=${probe}\0`);
      } catch {
        return false;
      }
    })
    .map(Number);
}
