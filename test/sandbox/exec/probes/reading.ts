/** Probes that read what is not theirs: peers, logs, store, processes, environment, host files, sockets. */
import { expect } from 'vitest';
import { type Probe, perl } from './probe.js';

const shows = (word: string) => (_: unknown, said: string) => expect(said).toContain(word);
const hides = (word: string) => (_: unknown, said: string) => expect(said).not.toContain(word);

export const READING: readonly Probe[] = [
  { name: "reads a peer's tree by its path", script: 'cat "$W/peer/solution.py"', bites: true },
  { name: "reads a peer's test log", script: 'cat "$W"/peer/*.log', bites: true },
  { name: 'reads the object store', script: 'cat "$W"/store/objects/*', bites: true },
  {
    name: 'searches the whole file system',
    script:
      'find / -xdev -name "canary-*" -print0 2>/dev/null | xargs -0 -r grep -rhs . ; find / -maxdepth 3 -name "host.txt" -exec cat {} + 2>/dev/null; find "$W" -type f -exec cat {} +',
    bites: true,
  },
  {
    name: 'searches the work folders of the sandbox',
    script: 'ls -R /tmp/.own-* /var/tmp /dev/shm 2>&1; cat /tmp/.own-*/s/*/d/* /tmp/.own-*/b/*/*',
  },
  {
    name: 'reads through a link it brought',
    script: 'cat link/host.txt',
    files: { link: { link: '/tmp' } },
    expect: hides('canary-'),
  },
  {
    name: 'makes a link to a peer and reads through it',
    script: 'ln -s "$W/peer" p; cat p/solution.py',
    bites: true,
  },
  { name: 'climbs out with dots', script: 'cat "../../../../../../..$W/host.txt"', bites: true },
  {
    name: 'hard-links a host file into its copy',
    script: 'ln "$W/host.txt" h && cat h; ln /etc/shadow s && cat s; cp -l "$W/host.txt" c && cat c',
    bites: true,
  },
  {
    name: 'leaves through the root of another process',
    script: 'for p in /proc/[0-9]*; do cat "$p/root$W/host.txt"; done',
    bites: true,
  },
  {
    name: 'leaves through the working folder of another process',
    script: 'for p in /proc/[0-9]*; do timeout 1 cat "$p/cwd/../..$W/host.txt"; done',
  },
  {
    name: 'reads the descriptors of other processes',
    script:
      'for f in /proc/[0-9]*/fd/*; do case $(readlink "$f") in /*canary*) timeout 1 cat "$f" </dev/null;; esac; done',
  },
  { name: 'reads the environments of all processes', script: 'cat /proc/[0-9]*/environ', bites: true },
  { name: 'reads the command lines of all processes', script: 'cat /proc/[0-9]*/cmdline', bites: true },
  {
    name: 'sees only its own processes',
    script: 'ls -d /proc/[0-9]* | wc -l',
    expect: (_, said) => expect(Number(said)).toBeLessThan(8),
  },
  {
    name: 'reads the memory of a host process',
    script: 'head -c 100 "/proc/$HOST_PID/maps" && echo MAPS',
    expect: hides('MAPS'),
  },
  {
    name: 'reads kernel memory and logs',
    script:
      'for f in /dev/mem /dev/kmem /proc/kcore /dev/kmsg /proc/kmsg; do timeout 1 head -c 10 $f >/dev/null 2>&1 && echo READ; done',
    expect: hides('READ'),
  },
  {
    name: "reads the host's disk",
    script:
      'for d in /dev/vda /dev/sda /dev/nvme0n1 /dev/dm-0 /dev/loop0; do test -e $d && echo SEEN; done; mknod disk b 254 0 && echo MADE',
    expect: (_, said) => {
      hides('SEEN')(_, said);
      hides('MADE')(_, said);
    },
  },
  {
    name: "reads the host's password hashes",
    script: 'cat /etc/shadow /etc/gshadow',
    expect: hides('root:'),
  },
  {
    name: "lists the user's home",
    script:
      'ls -A /root /home/* 2>/dev/null | grep -v ":$"; cat /root/.ssh/* /root/.bash_history /root/.gitconfig; echo done',
    expect: (_, said) => expect(said.replace(/^(cat|ls):.*\n/gm, '').trim()).toBe('done'),
  },
  {
    name: 'reads the keys of the harness from its own environment',
    script: 'env | grep -i -E "key|token|secret|anthropic|openai" || echo none',
    expect: shows('none'),
  },
  {
    name: "speaks to the engine's socket",
    script: perl(
      `use IO::Socket::UNIX; for my $p ("/var/run/docker.sock", "/run/docker.sock", "/run/containerd/containerd.sock", "/run/podman/podman.sock") { print "CONNECTED" if IO::Socket::UNIX->new(Peer => $p) }`,
    ),
    expect: hides('CONNECTED'),
  },
  {
    name: 'reads shared memory of the host',
    script: perl('my $i = shmget($ENV{SHM} + 0, 64, 0); my $b = q(); shmread($i, $b, 0, 64) and print $b'),
    bites: true,
  },
  { name: "reads a peer's files in /tmp and /dev/shm", script: 'cat /tmp/peer.txt /dev/shm/peer.txt' },
  {
    name: "reads a peer's secret through the peer's own server",
    script: perl(
      `use IO::Socket::INET; my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$ENV{PEER_PORT}") or die "no: $!"; print <$s>`,
    ),
    expect: shows('no:'),
  },
  {
    name: "reads a peer's secret through an abstract socket",
    script: perl(
      `use Socket; socket(my $u, AF_UNIX, SOCK_STREAM, 0); connect($u, pack_sockaddr_un("\\0$ENV{PEER_NAME}")) or die "no: $!"; print <$u>`,
    ),
    expect: shows('no:'),
  },
  {
    name: 'takes the port that a peer needs',
    script: perl(
      `use IO::Socket::INET; IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => $ENV{PEER_PORT}, Listen => 1) and print "mine"`,
    ),
    expect: shows('mine'),
  },
  {
    name: "reads the kernel's key rings",
    // add_key, keyctl (search the session ring) by number, on either architecture.
    script: perl(
      `my @n = \`uname -m\` =~ /x86/ ? (248, 250) : (217, 219); my $t = "user"; my $d = "d"; my $v = "v"; my $r = syscall($n[0], $t, $d, $v, 1, -3); print $r < 0 ? "refused" : "added"; $r = syscall($n[1], 6, -3, 0, 0, 0); print $r < 0 ? "refused" : "read"`,
    ),
    expect: (_, said) => expect(said).toBe('refusedrefused'),
  },
];
