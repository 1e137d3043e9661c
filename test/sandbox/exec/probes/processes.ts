/** Probes that outlive their check, fight for their life, or reach for other processes. */
import { expect } from 'vitest';
import { type Probe, perl } from './probe.js';

const quick = (seconds: number) => (result: { duration_s: number }) =>
  expect(result.duration_s).toBeLessThan(seconds);
const stopped = (result: { timed_out: boolean }) => expect(result.timed_out).toBe(true);

export const PROCESSES: readonly Probe[] = [
  {
    name: 'leaves a child sleeping in the background',
    script: 'sleep 300 & echo started',
    bites: true,
    expect: quick(10),
  },
  {
    name: 'leaves a child in a session of its own',
    script: 'setsid sleep 300 & sleep 0.1',
    bites: true,
    expect: quick(10),
  },
  {
    name: 'leaves a daemon: forked twice, descriptors closed',
    script: perl(
      'use POSIX; exit if fork; POSIX::setsid(); exit if fork; chdir "/"; POSIX::close($_) for 0..20; sleep 300',
    ),
    bites: true,
    expect: quick(10),
  },
  {
    name: 'leaves a child that ignores every signal it can',
    script: perl(
      'exit if fork; $SIG{$_} = "IGNORE" for grep { !/KILL|STOP|NUM|CLD|CHLD/ } keys %SIG; sleep 1 while 1',
    ),
    bites: true,
    expect: quick(10),
  },
  {
    name: 'leaves a pair that starts each other again',
    script: perl(
      'exit if fork; for (1..200) { my $p = fork; if (!$p) { select undef, undef, undef, 0.05; exit } waitpid $p, 0 if $_ % 2 } sleep 300',
    ),
    bites: true,
    expect: quick(10),
  },
  {
    name: 'leaves a stopped child',
    script: 'sh -c "kill -STOP \\$\\$; sleep 300" & sleep 0.1',
    bites: true,
    expect: quick(10),
  },
  {
    name: 'leaves a child under another name',
    script: perl('exit if fork; $0 = "[kworker/0:1]"; sleep 300'),
    expect: quick(10),
  },
  { name: 'sleeps for ever', script: 'exec sleep 300', limits: { time_s: 1 }, expect: stopped },
  {
    name: 'overruns and ignores TERM, INT and HUP',
    script: "trap '' TERM INT HUP QUIT ALRM; while :; do sleep 1; done",
    limits: { time_s: 1 },
    expect: stopped,
  },
  {
    name: 'overruns with daemons of every kind',
    script: 'setsid sleep 300 & (sleep 300 &) & nohup sleep 300 >/dev/null 2>&1 & sleep 300',
    limits: { time_s: 1 },
    expect: stopped,
  },
  { name: 'overruns stopped', script: 'kill -STOP $$', limits: { time_s: 1 }, expect: stopped },
  {
    name: 'spins on all cores',
    script: 'for i in 1 2 3 4; do (while :; do :; done) & done; wait',
    limits: { time_s: 2 },
    expect: stopped,
  },
  { name: 'kills everything it may', script: 'kill -KILL -1; sleep 0.2' },
  {
    name: 'signals its parent and process 1',
    script: 'kill -KILL $PPID 1; kill -TERM $PPID 1; kill -STOP 1; sleep 0.2; exit 0',
  },
  { name: 'kills a host process by its number', script: 'kill -KILL "$HOST_PID"', bites: true },
  {
    name: 'signals the harness by its number',
    script: 'kill -KILL "$TEST_PID"; kill -USR1 "$TEST_PID"; true',
  },
  {
    name: 'attaches a debugger to the harness, a host process and process 1',
    script: perl(
      'my $n = `uname -m` =~ /x86/ ? 101 : 117; for my $p ($ENV{TEST_PID}, $ENV{HOST_PID}) { print "ATTACHED" if syscall($n, 16, $p + 0, 0, 0) == 0 }',
    ),
    expect: (_, said) => expect(said).not.toContain('ATTACHED'),
  },
  {
    name: 'writes into the memory of a host process',
    script: 'echo x | dd of="/proc/$HOST_PID/mem" bs=1 seek=4096 conv=notrunc && echo WROTE',
    expect: (_, said) => expect(said).not.toContain('WROTE'),
  },
  {
    name: 'lowers the priority of others and raises its own',
    script:
      'renice -n -20 $$ && echo DONE; renice -n 19 "$HOST_PID" && echo DONE; chrt -f 99 true && echo DONE; true',
    expect: (_, said) => expect(said).not.toContain('DONE'),
  },
];
