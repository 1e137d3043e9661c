/** Runs `gagar check`: checks the groups at some paths, prints a line for each, and says which exit code that comes to. */
import { findGroup } from '../../sandbox/load/find.js';
import { type GroupEntry, type LoadedGroup, readGroups } from '../../sandbox/load/group.js';
import { verifyFiles } from '../../sandbox/load/verify.js';
import { Fault, type Problem } from '../../src/fault.js';
import { isValid } from '../../src/records/group.js';
import { plural } from '../../src/text/plural.js';
import { renderName } from '../../src/text/render.js';
import { repeatWatch } from '../batch/repeat.js';
import { EXIT } from '../exit.js';
import { storedRubric } from '../grs/rubric-file.js';
import { type BaseLook, openBaseLook } from './check-base.js';

/** What `gagar check --json` prints, one a line. */
export interface CheckedGroup {
  readonly file: string;
  readonly line: number | null;
  readonly ok: boolean;
  readonly group_id: string | null;
  readonly rollouts: number;
  /** Of those that are not masked, as in a result. */
  readonly passed: number;
  readonly masked: number;
  readonly files: number;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** @returns 0 where all groups are usable, 1 where some of a batch are not, 2 where a whole path is not */
export async function checkPaths(paths: readonly string[], json: boolean): Promise<number> {
  let worst: number = EXIT.ok;
  for (const path of paths) worst = Math.max(worst, await checkPath(path, json));
  return worst;
}

async function checkPath(path: string, json: boolean): Promise<number> {
  const print = (checked: CheckedGroup): void => {
    process.stdout.write(json ? `${JSON.stringify(checked)}\n` : checkedText(checked));
  };
  try {
    const isBatch = (await findGroup(path)).kind !== 'one';
    const looks = { repeated: repeatWatch(), baseOf: openBaseLook() };
    let bad = 0;
    for await (const entry of readGroups(path)) {
      const checked = await checkEntry(entry, looks);
      print(checked);
      if (!checked.ok) bad += 1;
    }
    return bad === 0 ? EXIT.ok : isBatch ? EXIT.some_failed : EXIT.usage;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    print(refused({ file: path, line: null }, error));
    return EXIT.usage;
  }
}

/** What is known across the groups of one path. */
interface Looks {
  readonly repeated: ReturnType<typeof repeatWatch>;
  readonly baseOf: BaseLook;
}

async function checkEntry(entry: GroupEntry, { repeated, baseOf }: Looks): Promise<CheckedGroup> {
  if ('fault' in entry) return refused(entry, entry.fault);
  const again = repeated(entry.loaded);
  if (again !== null) return refused(entry, new Fault('input', again, { field: 'group_id' }));
  const { group, file, line, warnings } = entry.loaded;
  const { problems: unread, files } = await verifyFiles(entry.loaded);
  const problems =
    unread.length > 0 ? unread : [...(await baseOf(entry.loaded)), ...(await rubricProblems(entry.loaded))];
  return {
    file,
    line,
    ok: problems.length === 0,
    group_id: group.group_id,
    rollouts: group.rollouts.length,
    passed: group.rollouts.filter((rollout) => rollout.passed && isValid(rollout)).length,
    masked: group.rollouts.filter((rollout) => !isValid(rollout)).length,
    files,
    problems,
    warnings,
  };
}

/** A task's rubric is read when it is needed; here is where somebody wants to know before. */
async function rubricProblems(loaded: LoadedGroup): Promise<Problem[]> {
  try {
    await storedRubric(loaded);
    return [];
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'input') throw error;
    const field = ['task.rubric', error.place.field].filter(Boolean).join(': ');
    return [{ field, message: error.message }];
  }
}

function refused({ file, line }: Pick<GroupEntry, 'file' | 'line'>, { message, place }: Fault): CheckedGroup {
  const own: Problem = { field: place.field ?? '', message, ...(place.line && { line: place.line }) };
  const problems = place.problems ?? [own];
  return {
    file,
    line,
    ok: false,
    group_id: null,
    rollouts: 0,
    passed: 0,
    masked: 0,
    files: 0,
    problems,
    warnings: [],
  };
}

const MAX_SHOWN = 20;

/** One line for a usable group, and one more for every problem and warning. */
function checkedText(checked: CheckedGroup): string {
  const { ok, file, line, group_id, rollouts, passed, masked, files, problems, warnings } = checked;
  const where = `${renderName(file)}${line === null ? '' : `:${line}`}`;
  const what = ok
    ? `${renderName(group_id ?? '')}, ${plural(rollouts, 'rollout')}, ${passed} passed, ${masked} masked, ${plural(files, 'file')}`
    : plural(problems.length, 'problem');
  return [
    `${ok ? 'ok ' : 'bad'} ${where}: ${what}`,
    ...listed(problems, '', line),
    ...listed(warnings, 'warning: ', line),
    '',
  ].join('\n');
}

function listed(items: readonly Problem[], label: string, record: number | null): string[] {
  const lines = items.slice(0, MAX_SHOWN).map(({ field, line, message }) => {
    const at = [field, record === null && line ? `(line ${line})` : ''].filter(Boolean).join(' ');
    return `    ${label}${at ? `${at}: ` : ''}${message}`;
  });
  if (items.length > MAX_SHOWN) lines.push(`    and ${items.length - MAX_SHOWN} more`);
  return lines;
}
