/** The names under which the task's own project is known outside: what a rollout would ask the network or a registry for. */
import type { GroupMaterial, TreeReader } from '../../material.js';
import type { Group } from '../../records/group.js';
import { isObject, parseJson, text } from '../../text/json.js';
import { readText } from '../source.js';

export interface ProjectNames {
  /** `owner/name` forms, lower case. */
  readonly slugs: ReadonlySet<string>;
  /** Package, module and repository names in plain form. */
  readonly names: ReadonlySet<string>;
  /** Folders in which a copy lies where it is installed: names, and the packages of the base's own tree. */
  readonly folders: ReadonlySet<string>;
  /** Release under repair, without a leading `v`; null where the task does not say. */
  readonly version: string | null;
}

/** Registries take `_`, `.` and `-` as one. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[_.]+/g, '-');

const SLUG = /[/:]([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/;
const CODE_SLUG =
  /(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)[/:]([\w.-]+\/[\w.-]+?)(?:\.git|["'\s/#)]|$)/g;

/** From the task's own fields, and from what the base's manifests call the project. */
export async function projectNames({
  group: { task },
  base,
}: Pick<GroupMaterial, 'group' | 'base'>): Promise<ProjectNames> {
  const slugs = new Set<string>();
  const names = new Set<string>();
  for (const [owner, name] of taskSlugs(task)) {
    slugs.add(`${owner}/${name}`.toLowerCase());
    names.add(plainName(name));
  }
  for (const name of [
    ...(task.package === undefined ? [] : [task.package.name]),
    ...(await manifestNames(base, slugs)),
  ]) {
    names.add(plainName(name));
    // Modules of Go, and packages with a scope, are called by their last part as well.
    const last = name
      .replace(/\/v\d+$/, '')
      .split('/')
      .at(-1);
    if (last !== undefined) names.add(plainName(last));
  }
  const folders = new Set([...names, ...(await packageFolders(base))]);
  return { slugs, names, folders, version: task.package?.version?.replace(/^v(?=\d)/, '') ?? null };
}

/** `src/almanac/__init__.py` is installed as `almanac`. */
async function packageFolders(base: TreeReader): Promise<string[]> {
  const paths = (await base.entries()).map(({ path }) => path);
  return paths.flatMap((path) => {
    const name = /^(?:(?:src|lib|python)\/)?([A-Za-z_]\w+)\/__init__\.py$/.exec(path)?.[1];
    return name === undefined || NOT_INSTALLED.test(name) ? [] : [plainName(name)];
  });
}
const NOT_INSTALLED = /^(tests?|docs?|examples?|scripts?|tools?|benchmarks?|utils|common|core)$/;

function taskSlugs(task: Group['task']): [string, string][] {
  const fromUrl = SLUG.exec(task.repo?.url ?? '');
  // SWE-bench style: owner__name-123.
  const fromId = /^([\w.-]+?)__([\w.-]+?)-[\w.]+$/.exec((task.id ?? '').slice(0, 200));
  return [fromUrl, fromId].flatMap((found): [string, string][] =>
    found?.[1] === undefined || found[2] === undefined ? [] : [[found[1], found[2]]],
  );
}

const READERS: Readonly<Record<string, (source: string) => string[]>> = {
  'package.json': (source) => {
    const parsed = parseJson(source);
    const name = parsed.ok && isObject(parsed.value) ? text(parsed.value, 'name') : undefined;
    return name === undefined ? [] : [name];
  },
  'go.mod': (source) => found(source, /^module\s+"?([\w./~-]+)/m),
  'pyproject.toml': (source) =>
    found(source, /^\[(?:project|tool\.poetry)\][^[]*?^name\s*=\s*["']([\w.-]+)/ms),
  'setup.cfg': (source) => found(source, /^\[metadata\][^[]*?^name\s*=\s*([\w.-]+)/ms),
  'setup.py': (source) => found(source, /\bname\s*=\s*["']([\w.-]+)["']/),
  'Cargo.toml': (source) => found(source, /^\[package\][^[]*?^name\s*=\s*"([\w-]+)/ms),
};

const found = (source: string, pattern: RegExp): string[] => {
  const name = pattern.exec(source)?.[1];
  return name === undefined ? [] : [name];
};
const MAX_MANIFEST = 64 * 1024;

/** Adds the addresses that a manifest gives to `slugs`. */
async function manifestNames(base: TreeReader, slugs: Set<string>): Promise<string[]> {
  const names: string[] = [];
  for (const [path, read] of Object.entries(READERS)) {
    const source = (await readText(base, path))?.slice(0, MAX_MANIFEST) ?? '';
    const own = read(source);
    names.push(...own);
    for (const [, slug = ''] of source.matchAll(CODE_SLUG)) {
      // A manifest also names the projects that this one depends on.
      const last = plainName(slug.split('/')[1] ?? '');
      if (own.some((name) => plainName(name.split('/').at(-1) ?? '') === last)) slugs.add(slug.toLowerCase());
    }
  }
  return names;
}
