/** Marks criteria of a rubric that do no work of their own; hints for whoever edits it, never a verdict. */
import { canonicalText } from '../records/digest.js';
import type { Result } from '../records/result.js';
import { type Criterion, criteriaOf, stdoutLines, type TaskRubric } from '../records/task-rubric.js';
import { plural } from '../text/plural.js';

export interface Mark {
  readonly criterion: string;
  readonly kind:
    | 'unseparated'
    | 'unassessed'
    | 'unsourced'
    | 'overlap'
    | 'command_could_decide'
    | 'forgeable';
  readonly message: string;
}

/** Verdicts that are alike by chance say little below this many rollouts. */
const ENOUGH = 4;
/** Share of common words from which on two texts ask the same. */
const ALIKE = 0.6;

/** @param results of assessments by any version of the rubric; criteria are joined by id */
export function lintRubric(rubric: TaskRubric, results: readonly Pick<Result, 'rollouts'>[]): Mark[] {
  const criteria = criteriaOf(rubric);
  const verdicts = verdictsOf(criteria, results);
  return [
    ...criteria.flatMap(unsourced),
    ...(results.length === 0 ? [] : criteria.flatMap((one) => unseparated(one, verdicts, results))),
    ...overlaps(rubric.solution, verdicts),
    ...overlaps(rubric.behaviour, verdicts),
    ...rubric.solution.flatMap(couldBeCommand),
    ...rubric.solution.flatMap(forgeable),
  ];
}

/** By criterion, then by rollout in the order of the results. */
type Verdicts = ReadonlyMap<string, ReadonlyMap<string, string>>;

function verdictsOf(criteria: readonly Criterion[], results: readonly Pick<Result, 'rollouts'>[]): Verdicts {
  const verdicts = new Map(criteria.map(({ id }) => [id, new Map<string, string>()]));
  for (const [at, { rollouts }] of results.entries())
    for (const { id: rollout, grs } of rollouts)
      for (const { id, verdict } of grs?.criteria ?? [])
        if (verdict !== 'unassessed') verdicts.get(id)?.set(`${at} ${rollout}`, verdict);
  return verdicts;
}

function unsourced({ id, sources }: Criterion): Mark[] {
  if (sources.length > 0) return [];
  const message =
    'names no rollout that motivated it, so nobody can tell whether it asks for what attempts differ in';
  return [{ criterion: id, kind: 'unsourced', message }];
}

function unseparated(
  { id }: Criterion,
  verdicts: Verdicts,
  results: readonly Pick<Result, 'rollouts'>[],
): Mark[] {
  const own = [...(verdicts.get(id)?.values() ?? [])];
  const [first] = own;
  if (first === undefined)
    return [{ criterion: id, kind: 'unassessed', message: whyUnassessed(id, results) }];
  if (own.length < 2 || own.some((verdict) => verdict !== first)) return [];
  const message = `all ${own.length} assessed rollouts answer ${first}: it separates none of them`;
  return [{ criterion: id, kind: 'unseparated', message }];
}

/** The criterion is not to blame where nobody could read it. */
function whyUnassessed(id: string, results: readonly Pick<Result, 'rollouts'>[]): string {
  const reasons = results
    .flatMap(({ rollouts }) => rollouts.flatMap(({ grs }) => grs?.criteria ?? []))
    .flatMap((one) => (one.id === id && one.verdict === 'unassessed' ? [one.reason] : []));
  const [why] = reasons;
  if (why === undefined)
    return 'no rollout of these results was asked for it: assess them again with this rubric';
  return `none of ${plural(reasons.length, 'rollout')} could be assessed by it: ${why}`;
}

function overlaps(criteria: readonly Criterion[], verdicts: Verdicts): Mark[] {
  return criteria.flatMap((one, at) =>
    criteria.slice(0, at).flatMap((other): Mark[] => {
      const why = sameCheck(one, other) ?? sameText(one, other) ?? sameVerdicts(one, other, verdicts);
      return why === null ? [] : [{ criterion: one.id, kind: 'overlap', message: `${why} ${other.id}` }];
    }),
  );
}

const sameCheck = ({ check: a }: Criterion, { check: b }: Criterion): string | null =>
  a.kind !== 'reading' && canonicalText(a) === canonicalText(b) ? 'is checked in the same way as' : null;

function sameText({ text: a }: Criterion, { text: b }: Criterion): string | null {
  const [one, other] = [wordsOf(a), wordsOf(b)];
  const shared = [...one].filter((word) => other.has(word)).length;
  const all = new Set([...one, ...other]).size;
  return all > 0 && shared / all >= ALIKE ? 'asks in nearly the same words as' : null;
}

const wordsOf = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => word.length > 2));

function sameVerdicts({ id: a }: Criterion, { id: b }: Criterion, verdicts: Verdicts): string | null {
  const [one, other] = [verdicts.get(a), verdicts.get(b)];
  if (one === undefined || other === undefined || one.size < ENOUGH || one.size !== other.size) return null;
  if (new Set(one.values()).size < 2) return null;
  const isSame = [...one].every(([rollout, verdict]) => other.get(rollout) === verdict);
  return isSame ? `answers the same of all ${one.size} rollouts as` : null;
}

/** A call in backquotes, and a word for what comes of it. */
const CALL = /`[^`]*\w\([^`]*\)[^`]*`|`[^`]*\s--?\w[^`]*`/;
const OUTCOME =
  /\b(gives?|returns?|prints?|raises?|throws?|exits?|equals?|fails?|pass(es)?|shows?|shown|writes?)\b/i;

function couldBeCommand({ id, text, evidence, check }: Criterion): Mark[] {
  if (check.kind !== 'reading') return [];
  const told = `${text}\n${evidence}`;
  if (!CALL.test(told) || !OUTCOME.test(told)) return [];
  const message = 'is read, but names a call and what comes of it: a command could decide it';
  return [{ criterion: id, kind: 'command_could_decide', message }];
}

/** Code under test runs in the command's own process: it can end that, and read there what the command says, not what is expected. */
function forgeable({ id, check }: Criterion): Mark[] {
  if (check.kind !== 'command') return [];
  const { command, stdout } = check;
  const message =
    stdout === undefined
      ? 'is decided by an exit code alone, which code under test can choose: print what it gives, and expect that as stdout'
      : stdoutLines(stdout).every((line) => command.includes(line.trim()))
        ? 'expects only what stands in the command, where code under test can read it: print values, not verdicts'
        : null;
  return message === null ? [] : [{ criterion: id, kind: 'forgeable', message }];
}
