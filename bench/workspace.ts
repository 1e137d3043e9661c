/**
 * Sixteen candidates as git trees beside sixteen work trees, with reading and searching, in one run with its rows interleaved:
 *   npx tsx bench/workspace.ts [rounds]
 * Both sides work in /dev/shm where there is one. The rows through a container need an engine and an image with `cat` and `grep`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Docker from 'dockerode';
import { openGit } from '../sandbox/git/git.js';
import { objectPool } from '../sandbox/git/objects.js';
import { acquireBase } from '../sandbox/git/store.js';
import { openWorkspace, type Workspace } from '../sandbox/git/workspace.js';
import type { TreeReader } from '../src/material.js';

const FILES = 5000;
const CANDIDATES = 16;
const rounds = Number(process.argv[2] ?? 5);
const work = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'bench-'));
const repository = join(work, 'repository');

const pathOf = (n: number) => `lib/p${n % 50}/q${n % 7}/module_${n}.py`;
const lines = (n: number) =>
  Array.from({ length: 70 }, (_, i) => `def f_${n}_${i}(x): return x + ${(n * 31 + i * 17) % 997}\n`);

function sh(cwd: string, ...argv: [string, ...string[]]): Buffer {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: work,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const identity = ['-c', 'user.name=b', '-c', 'user.email=b@invalid'];
  const [file, ...args] = argv;
  return execFileSync(file, file === 'git' ? [...identity, ...args] : args, { cwd, env, maxBuffer: 1 << 28 });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(repository, path)), { recursive: true });
  writeFileSync(join(repository, path), text);
}

/** A repository of 5,000 files of 2.7 KB, and per candidate six edits, a new and a deleted file. */
function generate(): { commit: string; patches: Buffer[] } {
  mkdirSync(repository);
  sh(repository, 'git', 'init', '-q');
  for (let n = 0; n < FILES; n++) write(pathOf(n), lines(n).join(''));
  sh(repository, 'git', 'add', '-A');
  sh(repository, 'git', 'commit', '-q', '-m', 'base');
  const patches = Array.from({ length: CANDIDATES }, (_, candidate) => {
    for (let edit = 0; edit < 6; edit++) {
      const n = (candidate * 131 + edit * 977) % FILES;
      write(
        pathOf(n),
        lines(n)
          .map((line, i) => (i % 20 === edit ? `${line}# candidate ${candidate}\n` : line))
          .join(''),
      );
    }
    write(`lib/new_${candidate}.py`, lines(candidate).join('').repeat(3));
    rmSync(join(repository, pathOf((candidate * 7 + 4000) % FILES)));
    sh(repository, 'git', 'add', '-A');
    const patch = sh(repository, 'git', 'diff', '--cached', '--binary', 'HEAD');
    sh(repository, 'git', 'reset', '-q', '--hard');
    return patch;
  });
  sh(repository, 'git', 'gc', '-q');
  return { commit: sh(repository, 'git', 'rev-parse', 'HEAD').toString().trim(), patches };
}

const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const kilobytes = (path: string) => Number(sh('/', 'du', '-sk', path).toString().split('\t')[0]);
const times = new Map<string, number[]>();

/** Processor time of this process and of all that it started, in ms; it does not care how busy the machine is. */
function cpu(): number {
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ').at(-1)?.split(' ') ?? [];
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) * 10;
}

async function timed<T>(row: string, task: () => Promise<T> | T): Promise<T> {
  const [start, before] = [performance.now(), cpu()];
  const result = await task();
  times.set(`${row}, cpu`, [...(times.get(`${row}, cpu`) ?? []), cpu() - before]);
  times.set(row, [...(times.get(row) ?? []), performance.now() - start]);
  return result;
}

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
const ms = (row: string) => median(times.get(row) ?? []);
const versus = (label: string, ours: number, theirs: number, unit: string, goal: string) =>
  say(
    `${label.padEnd(44)} ${ours.toFixed(2).padStart(9)} ${unit}  ${theirs.toFixed(2).padStart(9)} ${unit}  ${(theirs / ours).toFixed(1).padStart(7)}x  ${goal}`,
  );

interface Container extends AsyncDisposable {
  /** Runs a command through the engine's API; null where there is no container. */
  readonly exec: ((argv: string[]) => Promise<number>) | null;
  readonly why: string;
}

const noContainer = (why: string): Container => ({ exec: null, why, [Symbol.asyncDispose]: async () => {} });

/** A container over a checkout of the base. */
async function openContainer(): Promise<Container> {
  const docker = new Docker();
  const images = await docker.listImages().catch(() => null);
  if (images === null) return noContainer('no engine answers');
  const image = images.find(({ RepoTags }) => RepoTags?.some((tag) => tag.startsWith('gagar'))) ?? images[0];
  if (image === undefined) return noContainer('the engine has no image');
  const container = await docker.createContainer({
    Image: image.Id,
    Entrypoint: ['sleep', '3600'],
    HostConfig: { Binds: [`${repository}:/tree:ro`], NetworkMode: 'none', Init: true },
  });
  await container.start();
  const exec = async (argv: string[]) => {
    const run = await container.exec({ Cmd: argv, AttachStdout: true, AttachStderr: true });
    const stream = await run.start({});
    let bytes = 0;
    for await (const chunk of stream) bytes += (chunk as Buffer).length;
    return bytes;
  };
  return { exec, why: '', [Symbol.asyncDispose]: () => container.remove({ force: true, v: true }) };
}

async function build(workspace: Workspace, patches: readonly Buffer[]): Promise<TreeReader[]> {
  const built = await Promise.all(patches.map((patch) => workspace.buildCandidate(patch)));
  return built.map(({ tree, report }) => {
    if (tree === null) throw new Error(JSON.stringify(report));
    return tree;
  });
}

/** By hand, one after the other: a work tree at the base, and the patch applied to it. */
function workTrees(root: string, commit: string, patches: readonly Buffer[]): void {
  mkdirSync(root);
  for (const [n, patch] of patches.entries()) {
    const tree = join(root, String(n));
    sh(repository, 'git', 'worktree', 'add', '-q', '--detach', tree, commit);
    writeFileSync(join(work, 'patch'), patch);
    sh(tree, 'git', 'apply', '--index', join(work, 'patch'));
  }
}

async function measureTrees(
  open: () => Promise<Workspace>,
  commit: string,
  patches: readonly Buffer[],
): Promise<void> {
  const root = join(work, 'trees');
  let disk = { ours: 0, theirs: 0 };
  // One more round for both to get warm, which is not counted.
  for (let round = 0; round <= rounds; round++) {
    if (round === 1) times.clear();
    await using workspace = await timed('open', open);
    await timed('16 trees', () => build(workspace, patches));
    await timed('16 work trees', () => workTrees(root, commit, patches));
    disk = { ours: kilobytes(dirname(workspace.gitDir)), theirs: kilobytes(root) };
    rmSync(root, { recursive: true });
    sh(repository, 'git', 'worktree', 'prune');
  }
  say(`workspace opened in ${ms('open').toFixed(1)} ms`);
  versus('16 trees ready, beside 16 work trees', ms('16 trees'), ms('16 work trees'), 'ms', 'goal 10x');
  versus('processor time of them', ms('16 trees, cpu'), ms('16 work trees, cpu'), 'ms', '');
  versus('disk of them', disk.ours, disk.theirs, 'KB', 'goal 40x');
}

async function measureReading(workspace: Workspace, trees: readonly TreeReader[]): Promise<void> {
  const [first] = trees;
  await using container = await openContainer();
  const { exec, why } = container;
  if (first === undefined) throw new Error('no candidate');
  const query = { pattern: 'x + 996', limit: 100_000 };
  let found = 0;
  for (let n = 0; n < 200; n++) {
    const path = pathOf((n * 37) % FILES);
    await timed('read', () => first.read(path));
    if (exec !== null && n % 5 === 0) await timed('exec cat', () => exec(['cat', `/tree/${path}`]));
  }
  for (let round = 0; round < rounds; round++) {
    await timed('search', () => workspace.search(first, query));
    await timed('search 16, each', () => Promise.all(trees.map((tree) => workspace.search(tree, query))));
    const all = await timed('search 16, together', () => workspace.searchAll(trees, query));
    found = [...all.values()].reduce((sum, { matches }) => sum + matches.length, 0);
    if (exec !== null) await timed('exec grep', () => exec(['grep', '-rnIF', query.pattern, '/tree/lib']));
  }
  versus(
    `search of all 16 (${found} matches), beside each`,
    ms('search 16, together'),
    ms('search 16, each'),
    'ms',
    'goal 2x',
  );
  if (exec === null) return say(`through a container: not measured, ${why}`);
  versus('read p50, beside exec cat', ms('read'), ms('exec cat'), 'ms', 'goal 100x');
  versus('search of one, beside exec grep -r', ms('search'), ms('exec grep'), 'ms', 'goal 1.2x');
}

try {
  say(`generating ${FILES} files and ${CANDIDATES} candidates in ${work}; medians of ${rounds} rounds`);
  const { commit, patches } = generate();
  const git = openGit({ PATH: process.env['PATH'] });
  await using objects = objectPool(git);
  const source = { kind: 'repository', address: repository, commit } as const;
  const store = await timed('acquire', () => acquireBase(source, { git, cacheDir: join(work, 'cache') }));
  say(`base store acquired in ${ms('acquire').toFixed(0)} ms, ${kilobytes(store.gitDir)} KB`);
  say(`${''.padEnd(44)} ${'gagar'.padStart(12)}  ${'by hand'.padStart(12)}`);
  const open = () => openWorkspace(store, { git, objects, tempDir: join(work, 'temp') });
  await measureTrees(open, commit, patches);
  await using workspace = await open();
  await measureReading(workspace, await build(workspace, patches));
} finally {
  rmSync(work, { recursive: true, force: true });
}
