/** Variables of the caller and settings of the host change nothing that is read. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { fileLab } from './file-lab.js';
import { cases, commitAll, openLab, sh } from './lab.js';

const { lab, base } = await fileLab();

const environment = { ...process.env };
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});

function digestOf(dir: string): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) hash.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)));
  }
  return hash.digest('hex');
}

/** The trees, diffs and searches of a few patches, by a git that is opened with the environment of now. */
async function everything(): Promise<unknown> {
  await using own = await openLab();
  await using workspace = await own.open(base);
  const names = [
    'P00-good',
    'P03-crlf-kept',
    'P12-latin1',
    'P26-trailing-space',
    'P07-rename',
    'P13-space-and-quoted',
  ];
  const built = [];
  for (const name of names) {
    const { report, diff, tree } = await workspace.buildCandidate(
      await readFile(join(cases, `${name}.patch`)),
    );
    built.push({ report, diff, oid: tree?.oid, text: await tree?.read('docs/crlf.txt') });
  }
  return { built, found: await workspace.search(workspace.base, { pattern: 'return' }) };
}

test('G10: GIT_* variables of the caller send nothing elsewhere', async () => {
  const want = await everything();
  const decoy = join(lab.dir, 'decoy');
  sh(['git', 'init', '-q', decoy], lab.dir);
  await writeFile(join(decoy, 'x'), 'x');
  commitAll(decoy);
  const before = digestOf(decoy);
  process.env['GIT_DIR'] = join(decoy, '.git');
  process.env['GIT_INDEX_FILE'] = join(decoy, '.git/index');
  process.env['GIT_OBJECT_DIRECTORY'] = join(decoy, '.git/objects');
  process.env['GIT_WORK_TREE'] = decoy;
  expect(await everything()).toEqual(want);
  expect(digestOf(decoy)).toBe(before);
});

test('G19: the settings of the host change no byte', async () => {
  const want = await everything();
  const home = join(lab.dir, 'home');
  await mkdir(join(home, '.config/git'), { recursive: true });
  const mark = join(lab.dir, 'home.mark');
  const settings = `[core]
	autocrlf = true
	attributesFile = ${home}/attributes
	fsmonitor = "sh -c ': > ${mark}'"
[apply]
	whitespace = fix
[diff]
	noprefix = true
	external = "sh -c ': > ${mark}'"
	algorithm = patience
	context = 0
[grep]
	patternType = perl
	lineNumber = false
[color]
	ui = always
`;
  await writeFile(join(home, '.gitconfig'), settings);
  await writeFile(join(home, '.config/git/config'), settings);
  await writeFile(join(home, 'attributes'), '* text eol=crlf diff=x\n');
  process.env['HOME'] = home;
  process.env['XDG_CONFIG_HOME'] = join(home, '.config');
  process.env['GIT_CONFIG_GLOBAL'] = join(home, '.gitconfig');
  process.env['GIT_CONFIG_COUNT'] = '1';
  process.env['GIT_CONFIG_KEY_0'] = 'apply.whitespace';
  process.env['GIT_CONFIG_VALUE_0'] = 'error';
  expect(await everything()).toEqual(want);
  expect(existsSync(mark)).toBe(false);
});
