/** Probes that use up what a host has: processes, memory, disk, names, output, time. All under small limits. */
import { expect } from 'vitest';
import type { ExecResult } from '../../../../sandbox/exec/port.js';
import { type Probe, perl } from './probe.js';

const MiB = 2 ** 20;
const SMALL = { time_s: 3, memory_bytes: 96 * MiB, pids: 48, disk_bytes: 16 * MiB, inodes: 2000 };
const stopped = (result: ExecResult) => expect(result.timed_out || result.exit_code !== 0).toBe(true);
const full = (result: ExecResult) =>
  expect(result.no_space || result.oom || result.exit_code !== 0).toBe(true);

export const BOMBS: readonly Probe[] = [
  { name: 'forks without end', script: perl('fork while 1'), limits: SMALL, expect: stopped },
  {
    name: 'forks without end in a shell',
    script: 'f() { f | f & }; f; sleep 10',
    limits: SMALL,
    expect: stopped,
  },
  {
    name: 'forks without end in sessions of their own',
    script: perl('use POSIX; while (1) { if (!fork) { POSIX::setsid(); } }'),
    limits: SMALL,
    expect: stopped,
  },
  {
    name: 'fills the process limit with orphans that end at once',
    script: perl('for (1..2000) { if (!fork) { fork; exit } } print "went on"'),
    limits: { ...SMALL, time_s: 10 },
  },
  {
    name: 'takes all memory in one process',
    script: perl('my @a; push @a, "x" x 10_000_000 while 1'),
    limits: SMALL,
    expect: stopped,
  },
  {
    name: 'takes all memory in many processes',
    script: perl('for (1..20) { if (!fork) { my @a; push @a, "x" x 5_000_000 while 1 } } sleep 20'),
    limits: SMALL,
    expect: stopped,
  },
  {
    name: 'takes all memory through /dev/shm',
    script: 'cat /dev/zero > /dev/shm/fill',
    limits: SMALL,
    expect: full,
  },
  {
    name: 'takes all memory through pipes',
    script: perl(
      'my @p; for (1..900) { pipe(my $r, my $w) or last; fcntl($w, 1031, 1048576); push @p, $r, $w; syswrite $w, "x" x 65536 } sleep 1',
    ),
    limits: SMALL,
  },
  { name: 'fills the disk in its copy', script: 'cat /dev/zero > fill', limits: SMALL, expect: full },
  { name: 'fills the disk in /tmp', script: 'cat /dev/zero > /tmp/fill', limits: SMALL, expect: full },
  {
    name: 'fills the disk with many small files',
    script: perl(
      'for (1..100000) { open my $f, ">", "f$_" or die "full: $!"; print $f "x" x 4000; close $f or die "full: $!" }',
    ),
    limits: SMALL,
    expect: full,
  },
  {
    name: 'uses up all names',
    script: perl('for (1..100000) { open my $f, ">", "f$_" or die "full: $!"; close $f }'),
    limits: SMALL,
    expect: full,
  },
  {
    name: 'makes one file of a terabyte with a hole',
    script: perl(
      'open my $f, ">", "big"; truncate $f, 1 << 40; seek $f, 1 << 39, 0; print $f "x"; close $f; print -s "big"',
    ),
    limits: SMALL,
  },
  {
    name: 'makes folders ten thousand deep',
    script: perl('for (1..10000) { mkdir "d" or die "full: $!"; chdir "d" or die $! }'),
    limits: { ...SMALL, inodes: 20_000 },
  },
  {
    name: 'makes names no tool likes',
    script:
      'mkdir -- -rf "a b" "$(printf "n\\nl")" "$(printf "\\377")" ..x; touch -- "$(printf "%255s" | tr " " z)"; ls | wc -l',
  },
  {
    name: 'takes away all rights of its files',
    script: 'mkdir -p a/b; touch a/b/c; chmod 000 a/b/c a/b a .',
    files: { 'x/y': 'z' },
  },
  {
    name: 'floods stdout',
    script: 'yes',
    limits: { ...SMALL, flood_bytes: 64 * MiB },
    expect: (r) => expect(r.flooded || r.timed_out).toBe(true),
  },
  {
    name: 'floods stderr',
    script: 'yes >&2',
    limits: { ...SMALL, flood_bytes: 64 * MiB },
    expect: (r) => expect(r.flooded || r.timed_out).toBe(true),
  },
  {
    name: 'writes one line without end',
    script: "tr '\\0' x </dev/zero",
    limits: { ...SMALL, flood_bytes: 64 * MiB },
    expect: (r) => expect(r.truncated).toBe(true),
  },
  {
    name: 'floods the report folder',
    script: 'cd /report && for i in 1 2 3 4 5 6 7 8; do head -c 9000000 /dev/zero > f$i; done; true',
    report: true,
    limits: { ...SMALL, disk_bytes: 128 * MiB, memory_bytes: 256 * MiB, time_s: 20 },
    expect: (r) =>
      expect(
        [...(r.report?.values() ?? [])].reduce((sum, { length }) => sum + length, 0),
      ).toBeLessThanOrEqual(16 * MiB),
  },
  {
    name: 'uses up descriptors',
    script: perl(
      'my @f; while (open my $f, "<", "/dev/null") { push @f, $f } print "full ", scalar @f; fork for 1..5; sleep 1',
    ),
    limits: SMALL,
  },
  {
    name: 'uses up its processor time while it ignores the signal for it',
    script: perl('$SIG{XCPU} = "IGNORE"; 1 while 1'),
    limits: { ...SMALL, time_s: 2 },
    expect: stopped,
  },
  {
    name: 'dumps core',
    script: 'ulimit -c unlimited; sleep 5 & kill -SEGV $!; wait; ls; kill -SEGV $$',
    limits: SMALL,
  },
  {
    name: 'waits for input',
    script: 'read line; cat; head -c 10; echo over',
    limits: SMALL,
    expect: (r, said) => {
      expect(r.timed_out).toBe(false);
      expect(said).toContain('over');
    },
  },
  {
    name: 'waits for the terminal',
    script: 'cat /dev/tty; perl -e "my \\$c = q(x); ioctl(STDIN, 0x5412, \\$c)"; echo over',
    limits: SMALL,
    expect: (_, said) => expect(said).toContain('over'),
  },
  {
    name: 'opens a pipe that nobody writes to',
    script: 'mkfifo p; cat p',
    limits: { ...SMALL, time_s: 1 },
    expect: (r) => expect(r.timed_out).toBe(true),
  },
  {
    name: 'reads a device without end',
    script: 'cat /dev/zero >/dev/null',
    limits: { ...SMALL, time_s: 1 },
    expect: (r) => expect(r.timed_out).toBe(true),
  },
  {
    name: 'leaves pipes, sockets and devices in its copy',
    script:
      'mkfifo p; mknod c c 1 5; mknod b b 7 0; ' +
      perl('use Socket; socket(my $s, AF_UNIX, SOCK_STREAM, 0); bind($s, pack_sockaddr_un("s"))') +
      '; ls',
  },
];
