/** A row of a SWE-bench like data set (or the copy of one in a result) as facts about its task. */
import { isObject, type JsonObject, parseJson, text } from '../text/json.js';
import type { TaskFacts } from './claim.js';
import { isCommit } from './instance.js';

/** Test ids as a list, as JSON text, or as Python prints a list. */
export function testIds(value: unknown): readonly string[] | undefined {
  if (Array.isArray(value)) return value.filter((id) => typeof id === 'string');
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const parsed = parseJson(value);
  if (parsed.ok) return Array.isArray(parsed.value) ? testIds(parsed.value) : undefined;
  return value.trim().startsWith('[') ? pythonTexts(value) : undefined;
}

/** Texts in either quotes, one behind the other. */
function pythonTexts(list: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < list.length; at++) {
    const quote = list[at];
    if (quote !== "'" && quote !== '"') continue;
    let word = '';
    for (at += 1; at < list.length && list[at] !== quote; at++) {
      if (list[at] === '\\') at += 1;
      word += list[at] ?? '';
    }
    found.push(word);
  }
  return found;
}

const named = (row: JsonObject, ...names: string[]): string | undefined =>
  names.map((name) => text(row, name)).find((value) => value !== undefined && value !== '');

export function taskOfRow(row: JsonObject): TaskFacts {
  const base = isObject(row['base']) ? row['base']['sha'] : undefined;
  const commit = [row['base_commit'], base].find(isCommit);
  const org = named(row, 'org');
  const repo = named(row, 'repo');
  const fullName = org !== undefined && repo !== undefined ? `${org}/${repo}` : repo;
  const hints = named(row, 'hints_text', 'hints');
  const image = named(row, 'image_name', 'docker_image');
  return defined({
    dataset: named(row, 'dataset'),
    statement: named(row, 'problem_statement') ?? issueText(row['resolved_issues']),
    hints: hints === undefined ? undefined : [hints],
    repo: fullName?.includes('/') ? fullName : undefined,
    base_commit: commit,
    language: named(row, 'language', 'repo_language', 'lang'),
    image: image === undefined ? undefined : { ref: image, workdir: named(row, 'cwd') ?? '/testbed' },
    fail_to_pass: testIds(row['FAIL_TO_PASS'] ?? row['fail_to_pass']),
    pass_to_pass: testIds(row['PASS_TO_PASS'] ?? row['pass_to_pass']),
    test_patch: named(row, 'test_patch'),
    reference_patch: named(row, 'patch', 'fix_patch', 'gold_patch'),
  });
}

/** Multi-SWE-bench states a task as the issues that its pull request resolves. */
function issueText(issues: unknown): string | undefined {
  if (!Array.isArray(issues)) return undefined;
  const texts = issues
    .filter(isObject)
    .map((issue) => [text(issue, 'title'), text(issue, 'body')].filter(Boolean).join('\n\n'));
  return texts.filter(Boolean).join('\n\n') || undefined;
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The record without the names that have no value. */
export function defined<T extends object>(record: T): Defined<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** The first value of each name, over several descriptions of one task. */
export function mergeTasks(tasks: readonly (TaskFacts | undefined)[]): TaskFacts {
  return Object.assign({}, ...tasks.filter((task) => task !== undefined).reverse());
}
