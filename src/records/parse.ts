/** From a document or a value to a validated group, result or task's rubric; a group has the checks of check.ts as well. */
import type { Problem } from '../fault.js';
import { checkGroup } from './check.js';
import { checkRecord, documentRefusal, parseDocument, type RecordPlace, readDocument } from './document.js';
import { GROUP_SCHEMA, Group } from './group.js';
import { type PathProblem, refusal, toProblem } from './problem.js';
import { RESULT_SCHEMA, Result } from './result.js';
import { RUBRIC_SCHEMA, TaskRubric } from './task-rubric.js';

export interface ParsedGroup {
  readonly group: Group;
  readonly warnings: readonly Problem[];
}

/**
 * Reads `gagar.group/1` from the bytes or text of one JSON document.
 * @throws Fault input with every problem found, `place.problems`
 */
export function parseGroup(input: Uint8Array | string, place: RecordPlace = {}): ParsedGroup {
  const document = readDocument(input, place);
  const checked = inspectGroup(document.value);
  if ('problems' in checked) throw documentRefusal(document, checked.problems);
  return checked;
}

/** Validates a group that was built in memory, as `parseGroup` does. @throws Fault input */
export function groupFrom(value: unknown): ParsedGroup {
  const checked = inspectGroup(value);
  if ('problems' in checked) throw refusal(checked.problems.map(toProblem), {});
  return checked;
}

/** Reads `gagar.result/1` from the bytes or text of one JSON document. @throws Fault input */
export const parseResult = (input: Uint8Array | string, place: RecordPlace = {}): Result =>
  parseDocument(Result, RESULT_SCHEMA, input, place);

/** Validates a task's rubric, however it was written. @throws Fault input with every problem found */
export function taskRubricFrom(value: unknown, place: RecordPlace = {}): TaskRubric {
  const checked = checkRecord(TaskRubric, RUBRIC_SCHEMA, value);
  if ('problems' in checked) throw refusal(checked.problems.map(toProblem), place);
  return checked.value;
}

function inspectGroup(input: unknown): ParsedGroup | { problems: PathProblem[] } {
  const checked = checkRecord(Group, GROUP_SCHEMA, input);
  if ('problems' in checked) return checked;
  const { problems, warnings } = checkGroup(checked.value);
  if (problems.length > 0) return { problems };
  return { group: checked.value, warnings: warnings.map(toProblem) };
}
