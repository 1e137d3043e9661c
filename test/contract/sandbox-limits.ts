/** The part of the driver contract about limits: each is hit by a small program and says so. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ExecResult } from '../../sandbox/exec/port.js';
import { err, type Opened, out } from './sandbox.js';

const MiB = 2 ** 20;

interface ExecCase {
  readonly id: string;
  readonly cmd: string[];
  readonly timeout_s?: number;
  readonly pids_limit?: number;
}

/** Real faults of neighbouring tools; see test/cases. */
const CASES = (
  JSON.parse(readFileSync(new URL('../cases/D-exec-cases.json', import.meta.url), 'utf8')) as {
    cases: ExecCase[];
  }
).cases;
const caseOf = (id: string): ExecCase => CASES.find((item) => item.id === id)!;

export function sandboxLimits({ run, sh }: Opened): void {
  const runCase = (id: string, limits = {}): Promise<ExecResult> => {
    const { cmd, timeout_s, pids_limit } = caseOf(id);
    return run(cmd, {
      ...(timeout_s ? { time_s: timeout_s } : {}),
      ...(pids_limit ? { pids: pids_limit } : {}),
      ...limits,
    });
  };

  test('D01: a child in the background that holds the outputs does not delay the end', async () => {
    const result = await runCase('D01');
    expect(result).toMatchObject({ exit_code: 3, timed_out: false });
    expect(out(result)).toBe('done\n');
    expect(result.duration_s).toBeLessThan(5);
  });

  test.each(['D02', 'D02b'])(
    '%s: a program that overruns is stopped, and that is no want of memory',
    async (id) => {
      const result = await runCase(id);
      expect(result).toMatchObject({ exit_code: null, timed_out: true, oom: false, report: null });
      // A timer of Node may fire up to a millisecond early.
      expect(result.duration_s).toBeGreaterThanOrEqual(0.998);
      expect(result.duration_s).toBeLessThan(5);
    },
  );

  test('what an overrunning program wrote before is kept', async () => {
    expect(out(await sh('echo before; sleep 60', { time_s: 1 }))).toBe('before\n');
  });

  test('D12: a full disk is seen although the program says all is well', async () => {
    const { cmd } = caseOf('D12');
    const script = cmd[2]!.replace('cd /work', 'cd /tmp').replace('4000000', '64000000');
    const result = await sh(script, { disk_bytes: MiB });
    expect(result).toMatchObject({ exit_code: 0, no_space: true });
    expect(err(result)).toContain('No space left on device');
  });

  test.each(['/tmp', '.'])('what is written to %s stays below the limit', async (folder) => {
    const result = await sh(`dd if=/dev/zero of=${folder}/big bs=1M count=200; stat -c %s ${folder}/big`, {
      disk_bytes: 4 * MiB,
    });
    expect(result.no_space).toBe(true);
    // Where the tree is unpacked into the same memory, its own room is added.
    expect(Number(out(result))).toBeLessThan(40 * MiB);
  });

  test('the number of files is limited', async () => {
    const script =
      'perl -e \'for (1..20000) { open F, ">f$_" or (print STDERR "$!"), last; close F; $n++ } print $n\'';
    const result = await sh(script, { inodes: 1000 });
    expect(result.no_space).toBe(true);
    expect(Number(out(result))).toBeLessThan(20_000);
  });

  test('D13: orphans are reaped', async () => {
    const zombies = "cat /proc/[0-9]*/stat 2>/dev/null | grep -c ') Z '";
    const result = await sh(`${caseOf('D13').cmd[2]}; ${zombies}`);
    expect(out(result)).toBe('0\n');
  });

  test('D13b: too many processes are refused, and that is told', async () => {
    const result = await runCase('D13b');
    expect(result.pids_limit_hit).toBe(true);
  });

  test('D14: a flood of output is capped, and the program goes on', async () => {
    const before = process.memoryUsage().rss;
    const result = await runCase('D14', { output_bytes: MiB });
    expect(result).toMatchObject({ exit_code: 0, truncated: true, flooded: false });
    expect(result.stdout.length).toBeLessThan(MiB + 100);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MiB);
  });

  test('of a long output the first and the last part are kept', async () => {
    const result = await sh('echo first; head -c 500000 /dev/zero | tr "\\0" x; echo last', {
      output_bytes: 1000,
    });
    expect(out(result)).toMatch(/^first\nx+\n\[\d+ bytes left out\]\nx+last\n$/);
    expect(result.truncated).toBe(true);
  });

  test('a flood without end is stopped', async () => {
    const result = await sh('yes', { flood_bytes: 20 * MiB, output_bytes: 1000 });
    expect(result).toMatchObject({ exit_code: null, flooded: true, truncated: true, timed_out: false });
  });

  test('a program that takes too much memory is ended by the kernel or by us, and that is told', async () => {
    const script = 'perl -e \'$x = "a" x (600 * 1024 * 1024); sleep 20\'';
    const result = await sh(script, { memory_bytes: 128 * MiB, time_s: 30 });
    expect(result).toMatchObject({ timed_out: false });
    expect(result.exit_code).not.toBe(0);
  });

  test('which limits held is said', async () => {
    const { limits_held } = await sh('true');
    for (const limit of ['time', 'output', 'network', 'disk', 'pids']) expect(limits_held).toContain(limit);
    expect(limits_held.some((limit) => limit.startsWith('memory'))).toBe(true);
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'a time limit of %s is refused',
    async (time_s) => {
      await expect(sh('true', { time_s })).rejects.toMatchObject({ code: 'usage' });
    },
  );
}
