import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { freshFolder } from '../../support/folder.js';
import { startGagar } from './gagar.js';

// Several processes each, on a machine that may be busy.
vi.setConfig({ testTimeout: 600_000 });

const GROUP = 'fixtures/cashbook';
const codeOf = async (child: ReturnType<typeof startGagar>): Promise<number | null> => {
  child.stdin.end();
  const [code] = await once(child, 'exit');
  return code as number | null;
};

test.each([
  ['messages', ['stdout', 'stderr']],
  ['the report', ['stdout']],
] as const)('a run whose reader of %s is gone comes to its end', async (_, closed) => {
  const [out, temporary] = [join(await freshFolder(), 'run'), await freshFolder()];
  const child = startGagar.in({ TMPDIR: temporary }, 'grade', GROUP, '-o', out);
  for (const name of closed) child[name].destroy();
  expect(await codeOf(child)).toBe(0);
  expect(JSON.parse(await readFile(join(out, 'result.json'), 'utf8')).status).toBe('graded');
  expect(await readdir(join(temporary, 'gagar'))).toEqual([]);
});

test('a reader that takes no more of what is printed ends a command that does nothing else', async () => {
  const child = startGagar('show', `${GROUP}/run`, '--full');
  child.stdout.destroy();
  expect(await codeOf(child)).toBe(0);
});

test.each([
  ['of a command that prints', ['show', `${GROUP}/run`], []],
  ['of a run, which is kept', ['grade', GROUP, '--quiet', '-o'], ['result.json']],
])('data that standard output does not take is told: %s', async (_, args, kept) => {
  const out = join(await freshFolder(), 'run');
  await using full = await open('/dev/full', 'w');
  const given = kept.length === 0 ? args : [...args, out];
  const child = spawn(process.execPath, ['dist/harness/main.js', ...given], {
    stdio: ['ignore', full.fd, 'pipe'],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  expect([code, stderr]).toEqual([
    3,
    'gagar: standard output cannot be written (ENOSPC); lead it elsewhere\n',
  ]);
  for (const name of kept) expect(await readdir(out)).toContain(name);
});
