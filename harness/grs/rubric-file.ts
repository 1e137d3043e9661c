/** Loads a task's rubric, from a file or out of a group, with the digest that results carry. */
import { createHash } from 'node:crypto';
import type { LoadedGroup } from '../../sandbox/load/group.js';
import { resolveRef } from '../../sandbox/load/ref.js';
import { Fault } from '../../src/fault.js';
import type { Digested } from '../../src/fold/settings.js';
import { foreignRubric, rubricProblems } from '../../src/grs/check-rubric.js';
import { canonicalText } from '../../src/records/digest.js';
import { taskRubricFrom } from '../../src/records/parse.js';
import { refusal } from '../../src/records/problem.js';
import type { TaskRubric } from '../../src/records/task-rubric.js';
import { parseYaml, readYaml } from '../yaml.js';

export type DigestedRubric = Digested<TaskRubric>;

/** @throws Fault input naming file, field, value and the way out */
export const readTaskRubric = (file: string): DigestedRubric =>
  rubricOf(readYaml(file, { aliases: 'none' }), file);

const OF_CODE_QUALITY =
  'is a rubric of code quality, for `gagar grade --rubric`; one of a task begins with `schema: gagar.rubric/1`';

/** @throws Fault input where the value is no rubric */
export function rubricOf(value: unknown, file: string): DigestedRubric {
  const own = Object(value);
  if ('dimensions' in own && !('schema' in own)) throw new Fault('input', OF_CODE_QUALITY, { file });
  const rubric = taskRubricFrom(value, { file });
  const problems = rubricProblems(rubric);
  if (problems.length > 0) throw refusal(problems, { file });
  return { value: rubric, digest: createHash('sha256').update(canonicalText(rubric)).digest('hex') };
}

/** The rubric that the group itself names; null where it names none. @throws Fault input where it cannot be used */
export async function storedRubric({ group, folder, file }: LoadedGroup): Promise<DigestedRubric | null> {
  const { rubric: ref } = group.task;
  if (ref === undefined) return null;
  const handle = await resolveRef(ref, folder, { field: 'task.rubric', heldBytes: MAX_BYTES });
  const name = typeof ref === 'string' ? `${file}: task.rubric` : ref.path;
  const text = Buffer.from(await handle.bytes()).toString('utf8');
  return ownRubric(rubricOf(parseYaml(text, name, { aliases: 'none' }), name), group, name);
}

const MAX_BYTES = 4 * 1024 * 1024;

/** @throws Fault input for a rubric of another task, or of another base */
export function ownRubric(rubric: DigestedRubric, group: LoadedGroup['group'], file: string): DigestedRubric {
  const why = foreignRubric(rubric.value, group);
  if (why !== null) throw new Fault('input', why, { file });
  return rubric;
}
