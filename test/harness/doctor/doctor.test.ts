import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAtLeast, lacking, ok } from '../../../harness/doctor/check.js';
import { boxChecks, doctorText } from '../../../harness/doctor/doctor.js';
import { gitCheck, nodeCheck } from '../../../harness/doctor/programs.js';

test.each([
  ['2.39.5', '2.38', true],
  ['2.38', '2.38', true],
  ['2.9.1', '2.38', false],
  ['20.20.2', '20.19', true],
  ['3', '2.38', true],
])('version %s is at least %s: %s', (have, want, answer) => {
  expect(isAtLeast(have, want)).toBe(answer);
});

test('an old Node is missing, with the version to install', () => {
  expect(nodeCheck('18.20.1')).toMatchObject({ state: 'missing', fix: expect.stringContaining('20.19') });
});

test('a git that is not on PATH is missing, with the way out', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gagar-test-'));
  expect(await gitCheck(folder)).toMatchObject({
    state: 'missing',
    fix: expect.stringContaining('apt-get install git'),
  });
  await writeFile(join(folder, 'git'), '#!/bin/sh\necho git version 2.25.1\n', { mode: 0o755 });
  expect(await gitCheck(`${folder}:/usr/bin:/bin`)).toMatchObject({
    state: 'missing',
    detail: '2.25.1 is too old',
  });
  await rm(folder, { recursive: true });
});

test('what checks could run on is optional: groups are graded without it', () => {
  const findings = [{ name: 'container engine', detail: 'no answer at /run/x.sock', help: 'start it' }];
  const [engine, checks] = boxChecks({ findings, driver: 'none', swept: null });
  expect(engine).toEqual({
    name: 'container engine',
    state: 'optional',
    detail: 'no answer at /run/x.sock',
    fix: 'start it',
  });
  expect(checks).toMatchObject({ state: 'optional', detail: 'cannot run here' });
});

test('the page says what is missing and how to get it, in 80 columns', () => {
  const page = doctorText([
    ok('node', '20.20.2'),
    lacking('git', 'missing', 'gone', 'install it. '.repeat(20)),
  ]);
  expect(page).toContain('MISSING git: gone');
  expect(page).toContain('-> install it.');
  expect(page).toContain('1 needed part(s) missing');
  expect(Math.max(...page.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});
