/** Probes that want out: TCP, UDP, DNS, unix and abstract sockets, raw and virtual-machine sockets; only to listeners of this test. */
import { expect } from 'vitest';
import { type Probe, perl } from './probe.js';

const tcp = (address: string): string =>
  perl(
    `use IO::Socket::INET; my $s = IO::Socket::INET->new(PeerAddr => "${address}", Timeout => 2) or die "no: $!"; print <$s>`,
  );

export const NETWORK: readonly Probe[] = [
  { name: 'connects to a TCP port of the host', script: tcp('127.0.0.1:$ENV{TCP}'), bites: true },
  { name: 'connects to localhost by name', script: tcp('localhost:$ENV{TCP}'), bites: true },
  {
    name: 'connects over IPv6',
    script: perl(
      `use Socket qw(:DEFAULT inet_pton pack_sockaddr_in6 AF_INET6); socket(my $s, AF_INET6, SOCK_STREAM, 6) or die $!; connect($s, pack_sockaddr_in6($ENV{TCP6}, inet_pton(AF_INET6, "::1"))) or die "no: $!"; print <$s>`,
    ),
    bites: true,
  },
  {
    name: 'sends a UDP packet',
    script: perl(
      `use IO::Socket::INET; my $s = IO::Socket::INET->new(Proto => "udp", PeerAddr => "127.0.0.1:$ENV{UDP}"); $s->send("x")`,
    ),
    bites: true,
  },
  {
    name: 'asks a name server',
    script: perl(
      `use IO::Socket::INET; my $q = pack("n6", 1, 256, 1, 0, 0, 0) . join("", map { chr(length) . $_ } qw(secret leak invalid)) . "\\0" . pack("n2", 1, 1); my $s = IO::Socket::INET->new(Proto => "udp", PeerAddr => "127.0.0.1:$ENV{UDP}"); $s->send($q)`,
    ),
    bites: true,
  },
  {
    name: 'resolves a name',
    script: perl('print gethostbyname("secret.leak.invalid") ? "RESOLVED" : "no"'),
    expect: (_, said) => expect(said).toBe('no'),
  },
  {
    name: 'connects to a unix socket of the host',
    script: perl(
      `use IO::Socket::UNIX; my $s = IO::Socket::UNIX->new(Peer => "$ENV{W}/socket") or die "no: $!"; print <$s>`,
    ),
    bites: true,
  },
  {
    name: 'connects to an abstract socket of the host',
    script: perl(
      `use Socket; socket(my $u, AF_UNIX, SOCK_STREAM, 0); connect($u, pack_sockaddr_un("\\0$ENV{ABSTRACT}")) or die "no: $!"; print <$u>`,
    ),
    bites: true,
  },
  {
    name: 'opens a raw socket',
    script: perl(
      'use Socket; print "OPEN" if socket(my $r, AF_INET, SOCK_RAW, 1); print "OPEN" if socket(my $p, 17, SOCK_RAW, 0)',
    ),
    expect: (_, said) => expect(said).not.toContain('OPEN'),
  },
  {
    name: 'opens sockets that no network namespace holds',
    // VSOCK reaches the hypervisor, ALG and others the kernel's less trodden parts.
    script: perl(
      'for my $family (3 .. 9, 11 .. 15, 17 .. 46) { for my $type (1, 2, 3, 5) { print "OPEN $family " if socket(my $s, $family, $type, 0) } }',
    ),
    expect: (_, said) => expect(said).toBe(''),
  },
  {
    name: 'goes through io_uring',
    script: perl('my $p = "\\0" x 120; print syscall(425, 4, $p) < 0 ? "refused" : "made"'),
    expect: (_, said) => expect(said).toBe('refused'),
  },
  {
    name: 'lists network devices',
    script: 'cat /proc/net/dev | tail -n +3 | cut -d: -f1',
    expect: (_, said) =>
      expect(said.trim()).toMatch(
        /^(lo)?( *\n *(tunl0|sit0|ip6tnl0|gre0|gretap0|erspan0|ip_vti0|ip6_vti0|ip6gre0))*$/,
      ),
  },
  {
    name: 'has no road to anywhere',
    script: `tail -n +2 /proc/net/route; ${tcp('192.0.2.1:9')}`,
    expect: (_, said) => expect(said).toMatch(/^no: Network is unreachable/),
  },
  {
    name: 'sets up a device of its own',
    script: 'ip link add d type dummy && echo DONE; ip addr add 127.0.0.2/8 dev lo && echo DONE; true',
    expect: (_, said) => expect(said).not.toContain('DONE'),
  },
];
