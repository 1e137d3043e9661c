import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fixture } from '../../../fixtures/base.js';
import { leftoversOf } from '../../support/leftovers.js';
import { testEngine } from '../../support/sandboxes.js';
import { runGagar, startGagar } from './gagar.js';

const MINUTES = 120_000;
const DRIVERS = ['docker', 'bubblewrap'] as const;
const look = (group: string, driver: string, ...args: string[]) =>
  runGagar(['workspace', fixture(group), '--driver', driver, ...args], []);

test.each(DRIVERS)(
  '%s: the whole group lies there under aliases',
  async (driver) => {
    const { code, stdout } = await look('nightjar', driver);
    expect(code).toBe(0);
    const files = stdout.trim().split('\n');
    expect(files).toEqual(expect.arrayContaining(['./task.md', './base', './candidates']));
    const aliases = files.filter((path) => /^\.\/candidates\/[^/]+$/.test(path));
    expect(aliases).toHaveLength(7);
    expect(aliases.every((path) => /\/c-[a-z]{4}$/.test(path))).toBe(true);
    for (const alias of aliases)
      for (const name of ['tree', 'patch.diff', 'test.log', 'summary.md', 'events.jsonl'])
        expect(files).toContain(`${alias}/${name}`);
  },
  MINUTES,
);

test.each(DRIVERS)(
  '%s: files are what the group holds, for the alias that stands for it',
  async (driver) => {
    const script =
      'cat candidates/*/patch.diff | wc -c; cd candidates; for one in *; do cmp -s $one/tree/lib/archive.sh ../base/lib/archive.sh && echo $one; done; cat ../task.md';
    const { stdout, stderr } = await look('nightjar', driver, '--reveal', '--', 'sh', '-c', script);
    const names = new Map(
      stderr
        .trim()
        .split('\n')
        .map((line) => line.split(' ') as [string, string]),
    );
    expect([...names.values()].sort()).toEqual(['n-1', 'n-2', 'n-3', 'n-4', 'n-5', 'n-6', 'n-7']);
    const [, ...rest] = stdout.split('\n');
    const same = rest
      .filter((line) => /^c-[a-z]{4}$/.test(line))
      .map((alias) => names.get(alias))
      .sort();
    // The others change the file.
    expect(same).toEqual(['n-4', 'n-5']);
    expect(stdout).toContain(readFileSync(fixture('nightjar', 'statement.md'), 'utf8').trim());
  },
  MINUTES,
);

const WRITE = `for place in . base candidates / /tmp /dev /dev/shm /etc /run /var/tmp /home /root "$HOME" /proc /sys; do
  (echo x > "$place/probe") 2>/dev/null && echo "wrote $place"
done
for file in task.md base/README.md candidates/*/patch.diff; do
  (echo x >> "$file") 2>/dev/null && echo "changed $file"
  rm -f "$file" 2>/dev/null && echo "removed $file"
done
find / -type d -writable -not -path '/proc/*' 2>/dev/null | while read -r place; do
  touch "$place/probe" 2>/dev/null && echo "wrote $place"
done
echo done`;

test.each(DRIVERS)(
  '%s: writing anywhere fails',
  async (driver) => {
    const { stdout } = await look('nightjar', driver, '--', 'sh', '-c', WRITE);
    expect(stdout).toBe('done\n');
  },
  MINUTES,
);

test.each(DRIVERS)(
  '%s: no network, no key, no host, and the exit code is the command’s',
  async (driver) => {
    const script =
      'ls /sys/class/net 2>/dev/null | grep -v lo; cat /proc/net/dev | tail -n +3 | grep -v "lo:"; env | grep -iE "key|token|gagar|docker"; ls /var/run/docker.sock /root/* 2>/dev/null; exit 7';
    const { code, stdout } = await look('nightjar', driver, '--', 'sh', '-c', script);
    expect([code, stdout]).toEqual([7, '']);
  },
  MINUTES,
);

test.each(DRIVERS)(
  '%s: Ctrl-C ends it and leaves nothing',
  async (driver) => {
    const engine = await testEngine();
    const child = startGagar(
      'workspace',
      fixture('nightjar'),
      '--driver',
      driver,
      '--',
      'sh',
      '-c',
      'echo here; sleep 300',
    );
    child.stdin.end();
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    expect(code).toBe(130);
    expect(await leftoversOf(child.pid ?? 0, engine)).toEqual([]);
  },
  MINUTES,
);

test.each([
  { title: 'a shell without a terminal', args: ['--shell'], code: 2, says: '--shell needs a terminal' },
  { title: 'a shell and a command', args: ['--shell', '--', 'ls'], code: 2, says: 'give one of them' },
])(
  '$title is refused',
  async ({ args, code, says }) => {
    const ended = await look('nightjar', 'bubblewrap', ...args);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(says);
  },
  MINUTES,
);
