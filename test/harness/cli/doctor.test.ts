import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../support/folder.js';
import { testEngine } from '../../support/sandboxes.js';
import { collect, runGagar, startGagar } from './gagar.js';

test('on a machine that has everything all is well, and it says where checks run', async () => {
  await testEngine();
  const { code, stdout, stderr } = await runGagar(['doctor', '--clean'], []);
  expect(code).toBe(0);
  for (const name of ['node', 'git', 'container engine', 'image for checks', 'bubblewrap', 'cache folder']) {
    expect(stdout).toMatch(new RegExp(`^ +ok +${name}: `, 'm'));
  }
  expect(stdout).toMatch(/^ +ok +checks: run in containers$/m);
  expect(stderr).toMatch(
    /^gagar: removed of dead runs: \d+ containers, \d+ control groups, \d+ work folders$/m,
  );
});

test('without an engine it names the socket and what to do, and checks run under bubblewrap', async () => {
  const { code, stdout } = await runGagar(
    ['doctor', '--json', '--docker-host', 'unix:///nonexistent/engine.sock'],
    [],
  );
  expect(code).toBe(0);
  const checks = JSON.parse(stdout) as { name: string; state: string; detail: string; fix: string | null }[];
  const named = (name: string) => checks.find((check) => check.name === name);
  expect(named('container engine')).toMatchObject({
    state: 'optional',
    detail: expect.stringContaining('/nonexistent/engine.sock'),
    fix: expect.stringContaining('setup-debian.sh'),
  });
  expect(named('checks')).toMatchObject({ state: 'ok', detail: 'run under bubblewrap' });
});

test('a place for temporary files that is missing is told, and not made', async () => {
  const place = join(await freshFolder(), 'missing');
  const { stdout } = await collect(startGagar.in({ TMPDIR: place }, 'doctor', '--json'));
  const checks = JSON.parse(stdout) as { name: string; state: string; detail: string }[];
  expect(checks.find(({ name }) => name === 'temporary folder')).toMatchObject({
    state: 'missing',
    detail: expect.stringMatching(/ENOENT/),
  });
  expect(existsSync(place)).toBe(false);
});

test('a key is named, never shown', async () => {
  const { stdout } = await runGagar(['doctor'], []);
  expect(stdout).toMatch(/ANTHROPIC_API_KEY: (not )?set/);
});
