/** What a well-formed group can still get wrong: places outside the tree, spans outside the tokens, verdicts that disagree. */
import { Fault } from '../fault.js';
import { quoted, type Step } from './field.js';
import { type Group, isValid, type Rollout, testStatus } from './group.js';
import { isInside } from './inside.js';
import type { PathProblem } from './problem.js';
import { checkRepoAddress, redactAddress } from './repo-address.js';

export interface GroupCheck {
  /** The group cannot be used. */
  readonly problems: PathProblem[];
  /** The group can be used, but something in it is probably not meant. */
  readonly warnings: PathProblem[];
}

type Add = (path: readonly Step[], message: string) => void;

function checkRepo({ task }: Group, problem: Add, warning: Add): void {
  const { repo } = task;
  if (!repo) return;
  const path = ['task', 'repo', repo.url === undefined ? 'path' : 'url'];
  const address = repo.url ?? repo.path ?? '';
  try {
    checkRepoAddress(address);
    if (/^https?:/i.test(address) && redactAddress(address) !== address)
      warning(path, 'carries a user or password, which can end in logs: use a credential helper');
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    problem(path, error.message);
  }
  if (repo.workdir !== undefined && !isInside(repo.workdir))
    problem(
      ['task', 'repo', 'workdir'],
      `is ${quoted(repo.workdir)}; expected a folder inside the repository`,
    );
}

function checkTests({ task }: Group, problem: Add, warning: Add): void {
  const { tests } = task;
  if (!tests) return;
  for (const [index, path] of (tests.protected_paths ?? []).entries())
    if (!isInside(path))
      problem(
        ['task', 'tests', 'protected_paths', index],
        `is ${quoted(path)}; expected a path inside the repository, without a leading / and without ..`,
      );
  const seen = new Map<string, string>();
  for (const list of ['fail_to_pass', 'pass_to_pass'] as const)
    for (const [index, id] of tests[list].entries()) {
      const path = ['task', 'tests', list, index];
      if (id.trim() === '') problem(path, 'is blank; expected the id of a test');
      const earlier = seen.get(id);
      if (earlier !== undefined) warning(path, `is ${quoted(id)}, which already stands in ${earlier}`);
      seen.set(id, list);
    }
}

function checkSpans(rollout: Rollout, index: number, problem: Add, warning: Add): void {
  const { flagged, tokens } = rollout;
  if (!flagged?.length) return;
  if (tokens === undefined)
    warning(['rollouts', index, 'flagged'], 'cannot be used without tokens, the length they index');
  for (const [at, [from, to]] of flagged.entries())
    if (tokens !== undefined && to > tokens)
      problem(['rollouts', index, 'flagged', at], `is [${from}, ${to}); this rollout has ${tokens} tokens`);
}

function checkTurns({ tokens, turn_tokens, turn_spans }: Rollout, index: number, problem: Add): void {
  const path = ['rollouts', index, turn_spans === undefined ? 'turn_tokens' : 'turn_spans'];
  if (turn_tokens !== undefined && turn_spans !== undefined)
    problem(path, 'stands beside turn_tokens; give one of them');
  const sum = turn_tokens?.reduce((total, count) => total + count, 0);
  if (tokens !== undefined && sum !== undefined && sum !== tokens)
    problem(['rollouts', index, 'turn_tokens'], `sum up to ${sum}; this rollout has ${tokens} tokens`);
  let last = 0;
  for (const [at, [from, to]] of (turn_spans ?? []).entries()) {
    if (from > to || from < last || (tokens !== undefined && to > tokens))
      problem(
        [...path, at],
        `is [${from}, ${to}); turns follow each other inside the ${tokens ?? ''} tokens`,
      );
    last = to;
  }
}

/** The named tests decide nothing, `passed` does; where they disagree, one of them was read from the wrong place. */
function checkVerdict({ task }: Group, rollout: Rollout, index: number, warning: Add): void {
  const named = [...(task.tests?.fail_to_pass ?? []), ...(task.tests?.pass_to_pass ?? [])];
  if (!rollout.tests || named.length === 0 || !isValid(rollout)) return;
  const bad = named.find((id) => ['fail', 'error', 'missing', undefined].includes(testStatus(rollout, id)));
  if (rollout.passed && bad !== undefined)
    warning(
      ['rollouts', index, 'passed'],
      `is true, but test ${quoted(bad)} is ${testStatus(rollout, bad) ?? 'not among its tests'}`,
    );
  if (!rollout.passed && bad === undefined && !rollout.tests.timed_out)
    warning(['rollouts', index, 'passed'], 'is false, but every named test passed or was skipped');
}

/** Such a pass is masked when it is graded; of a patch in a file that is only known then. */
function checkPatch(rollout: Rollout, index: number, warning: Add): void {
  const { passed, patch } = rollout;
  if (!passed || !isValid(rollout) || (patch !== null && patch !== '')) return;
  const is = patch === null ? 'is null' : 'is empty';
  warning(['rollouts', index, 'patch'], `${is}, so this pass will be masked; a pass is compared by its diff`);
}

function checkRewards({ reward, rollouts }: Group, warning: Add): void {
  const shaped = rollouts.findIndex(
    (rollout) => isValid(rollout) && ![undefined, 0, 1].includes(rollout.reward),
  );
  if (reward.kind === 'binary' && shaped >= 0)
    warning(
      ['rollouts', shaped, 'reward'],
      `is ${rollouts[shaped]?.reward}, but reward.kind is "binary": say "scalar" where rewards are shaped`,
    );
}

/** Checks what no schema can say; the group has passed its schema. */
export function checkGroup(group: Group): GroupCheck {
  const problems: PathProblem[] = [];
  const warnings: PathProblem[] = [];
  const problem: Add = (path, message) => problems.push({ path, message });
  const warning: Add = (path, message) => warnings.push({ path, message });
  checkRepo(group, problem, warning);
  checkTests(group, problem, warning);
  checkRewards(group, warning);
  const { statement } = group.task;
  if (typeof statement === 'string' && statement.trim() === '')
    warning(['task', 'statement'], 'is blank; a judge compares with what the policy was asked');
  for (const [index, rollout] of group.rollouts.entries()) {
    checkSpans(rollout, index, problem, warning);
    checkTurns(rollout, index, problem);
    checkVerdict(group, rollout, index, warning);
    checkPatch(rollout, index, warning);
  }
  if (group.budget_s !== undefined && group.purpose !== 'train')
    warning(['budget_s'], `is only obeyed with purpose "train"; here it is "${group.purpose}"`);
  return { problems, warnings };
}
