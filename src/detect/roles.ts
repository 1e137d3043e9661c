/** What a path is in its repository: product code, a test, the machinery that runs tests, prose, or something else. */
import { isCode } from '../code/language.js';
import { baseName } from '../paths.js';
import { matchesPattern } from './pattern.js';

export type Role = 'source' | 'test' | 'runner' | 'docs' | 'other';

/** Files that decide which tests run, how, and with what outcome. */
const RUNNER_NAMES =
  /^(conftest\.py|pytest\.ini|\.?pytestrc|tox\.ini|noxfile\.py|nose\.cfg|sitecustomize\.py|usercustomize\.py|\.coveragerc|runtests?\.(py|sh|js)|run[-_]tests?(\.\w+)?|test[-_]?helper\.(bash|sh)|setup_suite\.bash|\.mocharc(\.\w+)?|\.taprc|\.nycrc(\.\w+)?|codecov\.ya?ml|\.pre-commit-config\.ya?ml|go\.env|\.(sh|bash|zsh|k?sh)rc|\.bash_profile|\.profile|\.envrc|\.env\.test|CODEOWNERS|Jenkinsfile|\.travis\.yml|\.gitlab-ci\.yml|azure-pipelines\.yml|appveyor\.yml)$/;
const RUNNER_STEMS =
  /^(jest|vitest|karma|playwright|cypress|ava|wtr|web-test-runner|jasmine|protractor|nightwatch|wdio)(\.\w+)?\.(config|conf|setup|workspace)(\.\w+)*\.\w+$|^(jest|vitest)[.-]setup(\.\w+)?$|\.pth$/;
const RUNNER_FOLDERS = /^(\.github\/workflows|\.circleci|\.buildkite)\//;

const TEST_FOLDERS = /(^|\/)(tests|__tests__|__snapshots__|testdata|__mocks__|spec|specs|e2e)\//;
/** `test/` is product code inside some packages (`django/test/`), so it counts only at the top of a project. */
const TOP_TEST_FOLDER = /^(test|t)\/|^(packages|apps|crates|libs)\/[\w.-]+\/test\/|(^|\/)src\/test\//;
const TEST_NAMES =
  /^(test_[\w-]*\.\w+|[\w-]+_tests?\.(py|go|rb|rs|sh|c|cc|cpp|exs)|tests?\.(py|sh|js|ts|rs)|[\w.-]+[.-](test|spec)\.\w+|[\w.-]+\.(snap|bats|t)|[A-Z]\w*Tests?\.(java|kt|cs|scala|php|swift))$/;

const DOCS = /\.(md|rst|adoc|txt|tex|mdx|1)$|^(docs?|documentation)\//i;
const DOC_NAMES =
  /^(README|CHANGES|CHANGELOG|HISTORY|NEWS|LICENSE|COPYING|AUTHORS|CONTRIBUTING|NOTICE)(\..*)?$/i;

/** Paths of the trainer that count as tests whatever their name says. */
export interface Protected {
  readonly patterns: readonly string[];
  /** Files that the evaluation's own test patch touches. */
  readonly files: ReadonlySet<string>;
}

export const NOTHING_PROTECTED: Protected = { patterns: [], files: new Set() };

export function roleOf(path: string, protectedPaths: Protected): Role {
  const name = baseName(path);
  if (RUNNER_NAMES.test(name) || RUNNER_STEMS.test(name) || RUNNER_FOLDERS.test(path)) return 'runner';
  if (
    protectedPaths.files.has(path) ||
    protectedPaths.patterns.some((pattern) => matchesPattern(pattern, path))
  )
    return 'test';
  if (TEST_NAMES.test(name) || TEST_FOLDERS.test(path) || TOP_TEST_FOLDER.test(path)) return 'test';
  if (isCode(path)) return 'source';
  return DOCS.test(path) || DOC_NAMES.test(name) ? 'docs' : 'other';
}

/** Manifests that also configure the test runner: only their lines can tell. */
export const isManifest = (path: string): boolean =>
  /^(setup\.cfg|pyproject\.toml|package\.json|Makefile|makefile|GNUmakefile|justfile|Taskfile\.yml)$/.test(
    baseName(path),
  );

/** A line of a manifest that speaks to the runner. */
export const isRunnerLine = (line: string): boolean =>
  /\baddopts\b|\btestpaths\b|\bcollect_ignore|\[(tool:)?pytest|\[tool\.(pytest|tox|nox|coverage)|"(test|pretest|posttest)(:\w+)?"\s*:|"(jest|vitest|mocha|ava|c8|nyc)"\s*:|^(test|check)s?\s*:|\b(pytest|unittest|jest|vitest|mocha|go test|bats|ctest)\b/.test(
    line.slice(0, 500),
  );
