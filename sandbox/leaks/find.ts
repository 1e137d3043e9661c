/** Looks through a policy's file tree for everything that gives the answer away. */

import { access, constants, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Answer, answerIn, answersOf } from '../../src/leaks/answer.js';
import { byPlace, type Leak, type Unsearched } from '../../src/leaks/leak.js';
import { type PackageCopy, packageCopies } from '../../src/leaks/package-copy.js';
import { residueAt, sourceSizeOf } from '../../src/leaks/residue.js';
import type { GroupMaterial, TreeEntry } from '../../src/material.js';
import { isLater } from '../../src/release.js';
import { shellWord } from '../../src/text/shell.js';
import type { Git } from '../git/git.js';
import { ownedFolder } from '../owned.js';
import { laterObjects, openReader } from './later-objects.js';
import { type Unread, UnsearchedPlaces } from './unsearched.js';
import { walk } from './walk.js';

export interface LeakSearch {
  /** Folder that stands for the policy's machine, or for its work tree alone. */
  readonly root: string;
  readonly material: GroupMaterial;
  readonly git: Git;
}

/** Larger files hold no source text. */
const MAX_TEXT = 1 << 20;

export interface LeakReport {
  /** By kind and path. */
  readonly leaks: readonly Leak[];
  readonly unsearched: Unsearched;
}

/** @throws Fault input where the root cannot be read */
export async function findLeaks(search: LeakSearch): Promise<LeakReport> {
  const { root, material } = search;
  const unsearched = new UnsearchedPlaces();
  const { files, gitDirs } = await census(root, unsearched.note);
  const git = await gitLeaks(search, gitDirs);
  const workTrees = git.homes.length > 0 ? git.homes : [''];
  const answers = await answersIn(material);
  const leaks: Leak[] = [...networkLeaks(material), ...git.leaks];
  const copyAt =
    material.group.task.package === undefined ? null : packageCopies(material.group.task.package.name);
  const tracked = new Map((await material.base.entries()).map((entry) => [entry.path, entry]));
  for (const path of files) {
    const home = workTrees.find((tree) => tree === '' || path.startsWith(`${tree}/`));
    const own = home === undefined ? null : path.slice(home === '' ? 0 : home.length + 1);
    try {
      const found =
        (await bundleLeak(search, path)) ??
        (await copyLeak(search, copyAt?.(path) ?? null)) ??
        (await residueLeak(search, path, own, tracked)) ??
        (await answerLeak(search, path, answers));
      if (found !== null) leaks.push(found);
    } catch (cause) {
      unsearched.note(path, cause);
    }
  }
  return { leaks: leaks.sort(byPlace), unsearched: unsearched.summary() };
}

interface Census {
  readonly files: readonly string[];
  readonly gitDirs: readonly string[];
}

/** Git directories are told by what lies in them, whatever they are called; git reads their files, if it may. */
async function census(root: string, unread: Unread): Promise<Census> {
  const all: string[] = [];
  const heads = new Set<string>();
  const stores = new Set<string>();
  const lone = new Set<string>();
  for await (const { path, kind } of walk(root, unread)) {
    const [folder, name] = split(path);
    if (kind === 'folder' && name === 'objects') stores.add(folder);
    if (kind === 'folder' && /(^|\/)objects\/pack$/.test(path)) lone.add(split(folder)[0]);
    if (kind === 'file' && name === 'HEAD') heads.add(folder);
    if (kind === 'file') all.push(path);
  }
  const gitDirs = [...stores].filter((folder) => heads.has(folder));
  // Objects that other repositories borrow need no HEAD of their own.
  const borrowed = [...lone].filter((folder) => !heads.has(folder));
  const inside = (path: string): boolean =>
    gitDirs.some((dir) => dir === '' || path.startsWith(`${dir}/`)) ||
    borrowed.some((dir) => path.startsWith(dir === '' ? 'objects/' : `${dir}/objects/`));
  const files = [];
  for (const path of all) {
    if (!inside(path)) files.push(path);
    else await access(join(root, path), constants.R_OK).catch((cause) => unread(path, cause));
  }
  return { files, gitDirs: [...gitDirs, ...borrowed] };
}

const split = (path: string): [string, string] => {
  const at = path.lastIndexOf('/');
  return at < 0 ? ['', path] : [path.slice(0, at), path.slice(at + 1)];
};

/** Work trees of the project are those beside a git directory that holds the base. */
async function gitLeaks(
  { root, material, git }: LeakSearch,
  gitDirs: readonly string[],
): Promise<{ leaks: Leak[]; homes: string[] }> {
  const base = material.group.task.repo?.base_commit;
  if (base === undefined) return { leaks: [], homes: [] };
  await using scratch = await ownedFolder();
  const reader = await openReader(git, scratch.path, base);
  const links = (await material.base.entries()).filter(({ mode }) => mode === '160000').map(({ oid }) => oid);
  const leaks: Leak[] = [];
  const homes: string[] = [];
  for (const dir of gitDirs) {
    const gitDir = join(root, dir);
    const place = { gitDir, shown: dir === '' ? '.' : dir, objects: join(gitDir, 'objects') };
    const own = await laterObjects({ ...place, base }, reader);
    if (own !== null) {
      leaks.push(...own);
      if (/(^|\/)\.git$/.test(dir)) homes.push(dir.replace(/\/?\.git$/, ''));
      continue;
    }
    for (const link of links) {
      const found = await laterObjects({ ...place, base: link }, reader);
      leaks.push(...(found ?? []).map((leak): Leak => ({ ...leak, kind: 'submodule' })));
    }
  }
  return { leaks, homes };
}

const CLOSED = /^(?:none|no|off|false|disabled|denied|blocked|isolated|unknown|internal)$/i;

function networkLeaks({ group }: GroupMaterial): Leak[] {
  const network = group.task.environment?.network;
  if (
    network === undefined ||
    network === false ||
    (typeof network === 'string' && CLOSED.test(network.trim()))
  )
    return [];
  return [
    {
      kind: 'open_network',
      path: 'task.environment.network',
      what:
        network === true
          ? 'the policy had a network'
          : `the policy had ${JSON.stringify(network.slice(0, 80))}`,
      remove:
        'run the policy without a network, or through a proxy that refuses the project, its registry and code search',
    },
  ];
}

async function bundleLeak({ root, material }: LeakSearch, path: string): Promise<Leak | null> {
  if (!path.endsWith('.bundle')) return null;
  await using file = await open(join(root, path));
  const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
  const [mark, ...lines] = buffer.toString('latin1', 0, bytesRead).split('\n');
  if (!/^# v[23] git bundle$/.test(mark ?? '')) return null;
  const earlier = new Set([...(material.ancestors ?? []), material.group.task.repo?.base_commit]);
  const heads = lines
    .slice(0, Math.max(0, lines.indexOf('')))
    .flatMap((line) => /^([0-9a-f]{40,64}) (\S+)/.exec(line)?.[1] ?? []);
  const later = heads.filter((id) => !earlier.has(id));
  return later.length === 0
    ? null
    : {
        kind: 'later_bundle',
        path,
        what: `a git bundle whose ${later[0]?.slice(0, 12)} is no ancestor of the base`,
        remove: `rm -- ${shellWord(path)}`,
      };
}

async function copyLeak({ root, material }: LeakSearch, copy: PackageCopy | null): Promise<Leak | null> {
  const named = material.group.task.package;
  if (copy === null || named === undefined) return null;
  const version = copy.version ?? (await versionIn(join(root, copy.manifest ?? '')));
  if (version === null || !isLater(version, named.version, true)) return null;
  const what = `${named.name} ${version}${named.version === undefined ? '' : `, later than ${named.version}`}`;
  return {
    kind: 'later_release',
    path: copy.path,
    what,
    remove: `rm -rf -- ${shellWord(copy.path)}, and what is installed beside it`,
  };
}

async function versionIn(manifest: string): Promise<string | null> {
  const text = await readFile(manifest, 'utf8');
  try {
    const { version } = JSON.parse(text) as { version?: unknown };
    return typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
}

async function residueLeak(
  { root, material }: LeakSearch,
  path: string,
  own: string | null,
  tracked: ReadonlyMap<string, TreeEntry>,
): Promise<Leak | null> {
  if (own === null || tracked.has(own)) return null;
  const residue = residueAt(own);
  if (residue === null) return null;
  const source = residue.source === null ? undefined : tracked.get(residue.source);
  if (source !== undefined && (await madeFrom(join(root, path), own, source, material))) return null;
  if (own.endsWith('PKG-INFO') && !(await laterMetadata(join(root, path), material))) return null;
  return {
    kind: 'build_residue',
    path,
    what: `${residue.what}${residue.source === null ? '' : ` of ${residue.source}`}, not of the base`,
    remove: `rm -- ${shellWord(path)}`,
  };
}

/** What was made of the base's own text tells nothing. */
async function madeFrom(
  file: string,
  own: string,
  source: TreeEntry,
  material: GroupMaterial,
): Promise<boolean> {
  const bytes = await readFile(file);
  if (own.endsWith('.pyc')) return sourceSizeOf(bytes) === source.size;
  const base = await material.base.read(source.path);
  return base !== null && Buffer.from(base).equals(bytes);
}

async function laterMetadata(file: string, { group }: GroupMaterial): Promise<boolean> {
  const version = /^Version: (\S+)/m.exec(await readFile(file, 'utf8'))?.[1];
  return version !== undefined && isLater(version, group.task.package?.version, true);
}

async function answersIn(material: GroupMaterial): Promise<Answer[]> {
  const { base, testPatch, referencePatch } = material;
  const lines = new Set<string>();
  for (const { path } of [...testPatch, ...referencePatch]) {
    const bytes = await base.read(path);
    if (bytes !== null)
      for (const line of Buffer.from(bytes).toString('utf8').split('\n')) lines.add(line.trim());
  }
  return [
    ...answersOf('task.tests.test_patch', testPatch, lines),
    ...answersOf('task.reference_patch', referencePatch, lines),
  ];
}

async function answerLeak(
  { root }: LeakSearch,
  path: string,
  answers: readonly Answer[],
): Promise<Leak | null> {
  if (answers.length === 0) return null;
  const { size } = await stat(join(root, path));
  if (size === 0 || size > MAX_TEXT) return null;
  const bytes = await readFile(join(root, path));
  if (bytes.subarray(0, 4096).includes(0)) return null;
  const answer = answerIn(bytes.toString('utf8'), answers);
  return answer === null
    ? null
    : {
        kind: 'evaluation_file',
        path,
        what: `holds what ${answer.field} adds to ${answer.path}`,
        remove: `rm -- ${shellWord(path)}, or put it where only the harness can read`,
      };
}
