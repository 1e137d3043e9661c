import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { git, type LeakLab, openLab } from '../../sandbox/leaks/lab.js';
import { collect, startGagar } from './gagar.js';

let lab: LeakLab;
let root: string;
beforeAll(async () => {
  lab = await openLab();
  root = lab.machine('machine');
  git(join(root, 'repo'), 'fetch', '-q', join(lab.folder, 'upstream'), 'main');
});
afterAll(() => lab[Symbol.asyncDispose]());

interface Found {
  readonly kind: string;
  readonly path: string;
}

async function leaksFrom(cwd: string, named: string): Promise<Found[]> {
  const group = join(lab.folder, 'group');
  const env = { GAGAR_CACHE: join(lab.folder, 'cache') };
  const { code, stdout, stderr } = await collect(
    startGagar.at(cwd, env, 'leaks', group, '--root', named, '--json'),
  );
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Found);
}

test.each([
  { from: '.', named: 'repo' },
  { from: '.', named: './repo/' },
  { from: 'repo', named: '.' },
  { from: 'repo/almond', named: '..' },
])('a root that is named $named from $from gives the leaks of its whole path', async ({ from, named }) => {
  const found = await leaksFrom(join(root, from), named);
  expect(found.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['later_ref', 'later_objects']));
  expect(found).toEqual(await leaksFrom('/', join(root, 'repo')));
});

test('what was not searched is named, and no leak beside it is no success', async () => {
  const machine = lab.machine('odd');
  for (const byte of [0xfe, 0xff]) mkdirSync(Buffer.concat([Buffer.from(`${machine}/a`), Buffer.of(byte)]));
  mkdirSync(Buffer.concat([Buffer.from(`${machine}/\u001b[2J`), Buffer.of(0xff)]));
  const args = ['leaks', join(lab.folder, 'group'), '--root', machine];
  const env = { GAGAR_CACHE: join(lab.folder, 'cache') };
  const said = await collect(startGagar.in(env, ...args));
  expect(said).toEqual({
    code: 3,
    stdout: expect.stringMatching(
      /^nothing was found in what could be read\n\n3 places were not searched, .*\n( {4}\S+ has a name that is not UTF-8\n){3}$/,
    ),
    stderr: '',
  });
  expect(said.stdout).not.toContain('\u001b');
  const { stdout } = await collect(startGagar.in(env, ...args, '--json'));
  const why = 'has a name that is not UTF-8';
  expect(JSON.parse(stdout)).toEqual({
    kind: 'not_searched',
    count: 3,
    first: ['\u001b[2J\ufffd', 'a\ufffd', 'a\ufffd'].map((path) => ({ path, why })),
  });
});
