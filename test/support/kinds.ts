/** One small check of every kind of ending, for counting what is left after many of them. */
import type { ExecResult, Sandbox } from '../../sandbox/exec/port.js';
import { treeOf } from './tree.js';

const MiB = 2 ** 20;
const SMALL = { time_s: 0.5, memory_bytes: 64 * MiB, pids: 32, disk_bytes: 4 * MiB, flood_bytes: 8 * MiB };

const KINDS: readonly { script: string; limits?: object; abort?: true; argv?: string[] }[] = [
  { script: 'true' },
  { script: 'exit 3' },
  { script: '', argv: ['no-such-program'] },
  { script: 'echo out; echo err >&2; echo x > /report/r; rm -rf removed; mkdir new' },
  { script: 'sleep 300' },
  { script: 'setsid sleep 300 & nohup sleep 300 >/dev/null 2>&1 & exit 0' },
  { script: "trap '' TERM; setsid sleep 300 & while :; do sleep 1; done" },
  { script: 'perl -e "fork while 1"' },
  { script: 'perl -e \'my @a; push @a, "x" x 5000000 while 1\'', limits: { time_s: 5 } },
  { script: 'cat /dev/zero > fill' },
  { script: 'yes', limits: { time_s: 5 } },
  { script: 'sleep 300', limits: { time_s: 60 }, abort: true },
];

/** The `n`th check; every kind comes round. A cancelled one gives null. */
export async function checkOfEveryKind(box: Sandbox, n: number): Promise<ExecResult | null> {
  const kind = KINDS[n % KINDS.length]!;
  const tree = treeOf({ 'a.txt': 'a', removed: 'x' }, { [`changed-${n}`]: 'c' }, n % 2 ? ['removed'] : []);
  const controller = new AbortController();
  if (kind.abort) setTimeout(() => controller.abort(), 30 + (n % 7) * 40);
  const argv = kind.argv ?? ['sh', '-c', kind.script];
  const options = { signal: controller.signal, report: true, env: { LEFT_BY: String(process.pid) } };
  return box.exec(tree, argv, { ...SMALL, ...kind.limits }, options).catch((error: { code?: string }) => {
    if (error.code === 'cancelled') return null;
    throw error;
  });
}
