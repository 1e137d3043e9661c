/** Files that a rollout left behind: scratch scripts, backups, logs, rejects, caches. */
import { baseName } from '../../paths.js';
import { citeRange } from '../cite.js';
import { defineDetector } from '../detector.js';
import type { CandidateView, ChangedFile } from '../view.js';
import { standsIn } from './asked.js';

/** Nobody adds these on purpose, wherever they stand. */
const ANYWHERE =
  /(\.(orig|rej|bak|swp|swo|pyc|tmp|old)|~)$|^(\.DS_Store|nohup\.out|a\.out|core(\.\d+)?|Thumbs\.db|\.#.*|\.coverage|npm-debug\.log)$/;
const FOLDERS =
  /(^|\/)(__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|node_modules|[\w.-]+\.egg-info|\.nyc_output|htmlcov)\//;
/** Names of scratch work; a project may own such files in its tests, docs and data. */
const SCRATCH =
  /^((repro(duce|duction|ducer)?|replicat(e|ion))([_-][\w-]*|\d*)|(scratch|playground)([_-][\w-]*|\d*)|[\w-]+_(backup|copy|repro|scratch))\.(py|js|mjs|cjs|ts|go|sh|rb|rs|c|txt)$|\.log$/i;
/** Names that say the same only at the top of a repository. */
const ROOT_SCRATCH =
  /^((debug|tmp|temp|try|verify|check|demo|quick|simple|manual)([_-][\w-]*|\d*)|(test|run)[_-](fix|issue|bug|patch|repro|script|changes?|my|simple|manual|debug|local|edge_cases?|final|new)[\w-]*|patch|output|result|fix|my_?patch|solution)\.(py|js|mjs|cjs|ts|go|sh|rb|rs|c|txt|diff|patch|out|json|md)$/i;
const SCRATCH_DOC =
  /^([A-Z_]*(SUMMARY|FIX|CHANGES_MADE|IMPLEMENTATION|NOTES|ANALYSIS|REPORT|EXPLANATION)[A-Z_]*)\.(md|txt)$/;
const OWNED =
  /(^|\/)(tests?|specs?|__tests__|docs?|examples?|demos?|samples?|fixtures?|data|testdata|scripts?|tools?|bin|templates?|static|assets)\//i;

/** Whoever leaves more than this is not asked about each. */
const MAX_FILES = 50;

export const debris = defineDetector({
  name: 'debris',
  about:
    'added scratch scripts, backups, logs, rejects and caches; silent on files that the task or other changed files name, that other passes add too, or that lie where a project keeps its own',
  patch: (view, group) => {
    const others = group.others(view);
    const left = view.files
      .filter(({ diff }) => diff.change === 'added' && isDebris(diff.path))
      .slice(0, MAX_FILES);
    return left
      .filter(({ diff }) => !standsIn(group.taskText, baseName(diff.path)) && !isNamed(view, diff.path))
      .filter(({ diff }) => !others.some(({ byPath }) => byPath.has(diff.path)))
      .map((file) => ({
        claim: `${file.diff.path.slice(0, 120)} looks like left-over work: does the change need it?`,
        citations: firstLine(view, file),
        shown: !group.protectedPaths.files.has(file.diff.path),
      }));
  },
});

function isDebris(path: string): boolean {
  const name = baseName(path);
  if (ANYWHERE.test(name) || FOLDERS.test(path)) return true;
  if (!path.includes('/')) return SCRATCH.test(name) || ROOT_SCRATCH.test(name) || SCRATCH_DOC.test(name);
  return SCRATCH.test(name) && !OWNED.test(path);
}

/** Another changed file speaks of it by name. */
const isNamed = (view: CandidateView, path: string): boolean => {
  const name = baseName(path);
  const stem = name.replace(/\.\w+$/, '');
  return view.files.some(
    ({ diff, role }) =>
      diff.path !== path &&
      role !== 'docs' &&
      diff.change !== 'added' &&
      diff.hunks.some(({ lines }) =>
        lines.some(({ type, text }) => type === 'added' && (text.includes(name) || imports(text, stem))),
      ),
  );
};

const imports = (line: string, stem: string): boolean =>
  /^\s*(import|from|source|\.|require|const|use|mod)\b/.test(line.slice(0, 200)) && line.includes(stem);

const firstLine = (view: CandidateView, { diff }: ChangedFile) =>
  citeRange(view.id, diff, 'new', { from: 1, to: 20 });
