import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const LAYERS = ['src', 'sandbox', 'tools', 'harness'];

/** Outside packages and the one place each may be imported from; zod is free in every layer. */
const HOMES: Record<string, RegExp> = {
  'simple-git': /^sandbox\/[^/]+(\/[^/]+)*\.ts$/,
  tar: /^sandbox\//,
  dockerode: /^sandbox\//,
  '@vscode/tree-sitter-wasm': /^sandbox\//,
  fzstd: /^sandbox\//,
  canonicalize: /^src\//,
  re2js: /^src\//,
  yaml: /^harness\//,
  commander: /^harness\//,
  '@anthropic-ai/sdk': /^harness\/apis\/anthropic/,
  openai: /^harness\/apis\/openai/,
  '@modelcontextprotocol/sdk': /^harness\/mcp/,
};
/** Packages that have exactly one home file. */
const ONE_FILE = [
  'fzstd',
  'simple-git',
  'tar',
  'dockerode',
  'yaml',
  '@vscode/tree-sitter-wasm',
  'canonicalize',
  're2js',
];

interface Import {
  readonly from: string;
  readonly to: string;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const statements = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+[^'";]*?from\s+'([^']+)'|import\('([^']+)'\)|(?:^|\n)import\s+'([^']+)'/g,
  );
  return [...statements].map(([, from, dynamic, bare]) => ({
    from: file,
    to: from ?? dynamic ?? bare ?? '',
  }));
}

const layerOf = (file: string): number => LAYERS.indexOf(file.split('/')[0] ?? '');
const target = ({ from, to }: Import): string =>
  relative(root, resolve(root, dirname(from), to)).replace(/\.js$/, '.ts');
const packageOf = (to: string): string =>
  to
    .split('/')
    .slice(0, to.startsWith('@') ? 2 : 1)
    .join('/');

const files = LAYERS.filter((layer) => existsSync(join(root, layer))).flatMap(filesBelow);
const imports = files.flatMap(importsOf);
const inner = imports.filter(({ to }) => to.startsWith('.'));
const outer = imports.filter(({ to }) => !to.startsWith('.'));

test('imports only point down the layers', () => {
  const upward = inner.filter((item) => layerOf(target(item)) > layerOf(item.from));
  expect(upward).toEqual([]);
});

test('every relative import names a file that exists', () => {
  expect(inner.filter((item) => !files.includes(target(item)))).toEqual([]);
});

test('no group of files imports itself in a circle, nor do their types', () => {
  const next = new Map(files.map((file) => [file, inner.filter(({ from }) => from === file).map(target)]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (done.has(file) || path.includes(file)) return;
    for (const to of next.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(cycles).toEqual([]);
});

test('src is pure: it imports no node module and reads no clock, environment or chance', () => {
  const nodeImports = outer.filter(({ from, to }) => from.startsWith('src/') && to.startsWith('node:'));
  expect(nodeImports).toEqual([]);
  const impure = files.filter(
    (file) =>
      file.startsWith('src/') &&
      // What stands there in texts are programs of generated candidates.
      !file.startsWith('src/redteam/forms/') &&
      /process\.|Date\.now|new Date\(\)|Math\.random/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(impure).toEqual([]);
});

test('an outside package is imported from its home only', () => {
  const packages = outer.filter(({ to }) => !to.startsWith('node:') && packageOf(to) !== 'zod');
  const strays = packages.filter(({ from, to }) => !HOMES[packageOf(to)]?.test(from));
  expect(strays).toEqual([]);
  for (const name of ONE_FILE) {
    const homes = new Set(packages.filter(({ to }) => packageOf(to) === name).map(({ from }) => from));
    expect([...homes].length, `${name} has more than one home: ${[...homes].join(', ')}`).toBeLessThanOrEqual(
      1,
    );
  }
});

test('no file is above 300 lines, and each but a test opens with a sentence of purpose', () => {
  const all = [...files, ...['test', 'bench', 'scripts'].flatMap(filesBelow)];
  const long = all.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 301);
  expect(long).toEqual([]);
  const silent = all
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => !/^(#!.*\n)?\/\*\*[\s\S]+?\*\//.test(readFileSync(join(root, file), 'utf8')));
  expect(silent).toEqual([]);
});

test('the process environment is read in one file', () => {
  const readers = files.filter((file) => /process\.env\b/.test(readFileSync(join(root, file), 'utf8')));
  expect(readers.length, readers.join(', ')).toBeLessThanOrEqual(1);
});

test('no index file is imported inside its own layer', () => {
  const own = inner.filter(
    (item) => target(item).endsWith('/index.ts') && layerOf(target(item)) === layerOf(item.from),
  );
  expect(own).toEqual([]);
});
