/** Which files of a tree decide how it is tested: those a pristine form takes from the base, and the candidate's go. */
import { isCode } from '../code/language.js';
import { matchesPattern } from '../detect/pattern.js';
import { NOTHING_PROTECTED, type Protected, roleOf } from '../detect/roles.js';
import { baseName } from '../paths.js';

/**
 * - `test`, `runner`: the whole file is put back.
 * - `manifest`: only its runner parts are, for the product needs the rest.
 */
export type Machinery = 'test' | 'runner' | 'manifest';

export interface MachineryRules {
  readonly protectedPaths: Protected;
  /** The task's test command: what it starts by name is part of the machinery. */
  readonly command: string;
  /** Files that the reference patch changes: code among them is product, whatever folder it lies in. */
  readonly product: ReadonlySet<string>;
}

/** Settings of runners, of the programs that start them, and of continuous integration. */
const SETTINGS =
  /^(\.github|\.circleci|\.buildkite|\.gitlab|\.husky)\/|^(\.cargo\/config(\.toml)?|\.npmrc|\.yarnrc(\.yml)?|bunfig\.toml|pytest\.toml|\.pytest\.(ini|toml)|vite\.config\.\w+|\.testcaferc\.\w+|phpunit\.xml(\.dist)?|\.rspec)$/;
/** Installed programs and packages: a runner of the candidate's own in one of these stands before the real one. */
const INSTALLED = /(^|\/)(node_modules|\.?venv|site-packages|dist-packages|__pypackages__|\.yarn)\//;
/** Modules of runners that Python would take from the work folder before its own. */
const SHADOWS =
  /^((src|lib|python)\/)?(unittest|pytest|_pytest|pluggy|doctest|nose2?|sitecustomize|usercustomize)(\.py[co]?|\.so|\/.*)$/;
const EGG = /\.(egg-link|pth)$/;
const MANIFESTS = /^(package\.json|pyproject\.toml|setup\.cfg)$/;
const MAKEFILES =
  /^(makefile|GNUmakefile|justfile|\.justfile|Taskfile\.ya?ml|Rakefile|noxfile\.py|tox\.ini)$/i;
const MAKERS = /\b(g?make|just|task|rake|nox|tox)\b/;

/**
 * null where the file is the candidate's own business.
 * @param base files of the base by path
 */
export function machineryOf(
  path: string,
  rules: MachineryRules,
  base: ReadonlyMap<string, unknown>,
): Machinery | null {
  const name = baseName(path);
  if (isNamedByTask(path, rules.protectedPaths)) return 'test';
  if (SETTINGS.test(path) || SETTINGS.test(name) || INSTALLED.test(path) || EGG.test(name)) return 'runner';
  if (MAKEFILES.test(name) && (MAKERS.test(rules.command) || /\.(ini|py)$/.test(name))) return 'runner';
  if (MANIFESTS.test(name)) return 'manifest';
  if (SHADOWS.test(path) && !base.has(path)) return 'runner';
  const role = roleOf(path, NOTHING_PROTECTED);
  if (role === 'runner' || isStartedBy(rules.command, path)) return 'runner';
  if (role !== 'test' || isProductInTestFolder(path, rules, base)) return null;
  return 'test';
}

const isNamedByTask = (path: string, { files, patterns }: Protected): boolean =>
  files.has(path) || patterns.some((pattern) => matchesPattern(pattern, path));

/** `sh ci/check.sh` starts a file of the tree; a word that is no path of the base is none. */
const isStartedBy = (command: string, path: string): boolean =>
  command.split(/[\s;&|()'"=]+/).some((word) => word.replace(/^\.\//, '') === path);

/** `django/test/client.py`: a package that is about tests, not the tests of a package. */
function isProductInTestFolder(
  path: string,
  { product }: MachineryRules,
  base: ReadonlyMap<string, unknown>,
): boolean {
  const name = baseName(path);
  const isNamedTest = roleOf(name, NOTHING_PROTECTED) === 'test';
  if (isNamedTest || !isCode(path)) return false;
  if (product.has(path)) return true;
  const parent = /^((?:[^/]+\/)+)test\//.exec(path)?.[1];
  return parent !== undefined && base.has(`${parent}__init__.py`) && base.has(`${parent}test/__init__.py`);
}
