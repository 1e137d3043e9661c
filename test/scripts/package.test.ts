import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assetPath, packageVersion } from '../../harness/assets.js';

/** A project that has installed the archive of `npm pack`, with nothing beside it but what gagar depends on. */
const project = mkdtempSync(join(tmpdir(), 'gagar-project-'));
const installed = join(project, 'node_modules', 'gagar');
const GROUP = assetPath('fixtures', 'shelf');

interface Manifest {
  readonly bin: { readonly gagar: string };
  readonly dependencies: Readonly<Record<string, string>>;
}
const manifest = () => JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Manifest;
function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: project, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}\n${stdout}${stderr}`);
  return stdout;
}

beforeAll(() => {
  run('npm', 'pack', assetPath(), '--ignore-scripts', '--offline');
  mkdirSync(installed, { recursive: true });
  run('tar', '-xzf', `gagar-${packageVersion()}.tgz`, '-C', installed, '--strip-components=1');
  for (const name of Object.keys(manifest().dependencies)) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(assetPath('node_modules', name), link);
  }
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** The line that README pipes into `gagar advantages`, and what it shows below. */
const [, line = '', answer = ''] =
  /echo '([^']+)' \| tr -d '\\n' \| npx gagar advantages\n```\n\n```\n(.*)\n```/.exec(
    readFileSync(assetPath('README.md'), 'utf8'),
  ) ?? [];

test('a strict project without the types of node compiles against the package, and runs it', () => {
  const source = `
import { advantages, DEFAULT_SHAPE, type GroupInput, grade, type ImportRequest, shape } from 'gagar';

const group: GroupInput = {
  schema: 'gagar.group/1',
  group_id: 'g',
  task: { statement: 's', repo: { path: 'missing', base_commit: '${'a'.repeat(40)}' } },
  rollouts: [{ id: 'a', passed: true, patch: '' }, { id: 'b', passed: false, patch: null }],
};
export const request: ImportRequest = {
  format: 'auto',
  paths: [],
  out: 'out',
  events: { scanned: ({ run }) => console.error(run.files.map(({ path }) => path)) },
};
const line = ${line};
const { status, rollouts } = await grade(${JSON.stringify(GROUP)}, { shape: { length_penalty: {} } });
console.log(JSON.stringify({
  bundled: [status, rollouts.map(({ tier }) => tier)],
  value: (await grade(group)).fallback?.reason,
  advantages: advantages(line),
  shaped: shape({ ...line, route: 'gar', config: DEFAULT_SHAPE }).advantages,
}));
`;
  writeFileSync(join(project, 'use.ts'), source);
  const tsc = [assetPath('node_modules', 'typescript', 'bin', 'tsc'), 'use.ts', '--strict', '--types', ''];
  run(process.execPath, ...tsc, '--exactOptionalPropertyTypes', '--target', 'es2022', '--module', 'nodenext');
  const expected = JSON.parse(answer) as { readonly advantages: unknown };
  expect(JSON.parse(run(process.execPath, 'use.js'))).toEqual({
    bundled: ['graded', expect.arrayContaining(['T1', 'T2', null])],
    value: 'repo_unavailable',
    advantages: expected,
    shaped: expected.advantages,
  });
});

test('the command grades from the package alone', () => {
  const gagar = join(installed, manifest().bin.gagar);
  expect(run(process.execPath, gagar, '--version')).toBe(`${packageVersion()}\n`);
  expect(run(process.execPath, gagar, 'grade', GROUP)).toMatch(/^shelf-\S+: graded, judge static\n/);
});

test('what ships runs or is read there: no maps, no sources, no types but those of the library', () => {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => /\.map$|\.build$|(?<!\.d)\.ts$/.test(file))).toEqual([]);
  expect(files.filter((file) => file.endsWith('.d.ts')).length).toBeLessThan(60);
  const code = files.filter((file) => file.endsWith('.js'));
  const mapped = code.filter((file) => /sourceMappingURL/.test(readFileSync(join(installed, file), 'utf8')));
  expect(mapped, 'files that name a map').toEqual([]);
  const help = files.filter((file) => /^dist\/harness\/cli\/.*\.js$/.test(file));
  const named = help.filter((file) => / fixtures\b/.test(examplesIn(join(installed, file))));
  expect(help).not.toEqual([]);
  expect(named, 'examples of help that name what does not ship').toEqual([]);
});

const examplesIn = (file: string): string =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((text) => /^ {2}gagar /.test(text))
    .join('\n');
