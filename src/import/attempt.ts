/** Reads the claims of one attempt and weighs them: what its own evaluation says stands above what others say of it. */
import { Fault } from '../fault.js';
import { saysFull } from '../full.js';
import type { AttemptFacts, Claim, TaskFacts } from './claim.js';
import { disputeOf, type Heard } from './dispute.js';
import type { Attempt } from './join.js';
import { defined, mergeTasks } from './row.js';

export interface ReadAttempt {
  readonly attempt: Attempt;
  readonly facts: AttemptFacts;
  readonly task: TaskFacts;
  readonly warnings: readonly string[];
}

/** A claim that cannot be read is a warning; the others count. */
export async function readAttempt(attempt: Attempt, override: AttemptFacts = {}): Promise<ReadAttempt> {
  const read: Heard[] = [];
  const warnings = [...attempt.warnings];
  for (const claim of attempt.claims) {
    const facts = await readClaim(claim, warnings);
    warnings.push(...(facts.warnings ?? []));
    read.push({ claim, facts });
  }
  const reports: Heard[] = [];
  for (const claim of attempt.reports) reports.push({ claim, facts: await readClaim(claim, warnings) });
  // Whoever gives a verdict has decided between these.
  const isDecided = typeof override.passed === 'boolean' || override.validity !== undefined;
  const dispute = disputeOf(isDecided ? [] : [...read, ...reports]);
  warnings.push(...dispute.warnings);
  const all = [override, ...read.map(({ facts }) => facts)];
  const task = mergeTasks(all.map((facts) => facts.task));
  const facts = { ...withVerdict(merged(all), task, warnings), ...defined({ validity: dispute.validity }) };
  return { attempt, task, facts, warnings: [...new Set(warnings)] };
}

async function readClaim(claim: Claim, warnings: string[]): Promise<AttemptFacts> {
  try {
    return await claim.read();
  } catch (error) {
    if (!(error instanceof Fault) && !isFileError(error)) throw error;
    const { file } = error instanceof Fault ? error.place : { file: undefined };
    warnings.push(`${file ?? claim.files[0]?.path ?? claim.format}: ${error.message}`);
    return {};
  }
}

/** What the system says of one file; a full disk is not that file's, and everything else is a fault of our own. */
const isFileError = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && !saysFull(error);

/** The first value of each field; of a verdict all fields come from the same claim. */
function merged(all: readonly AttemptFacts[]): AttemptFacts {
  const first = <K extends keyof AttemptFacts>(name: K): Pick<AttemptFacts, K> | undefined => {
    const found = all.find((facts) => facts[name] !== undefined);
    return found && ({ [name]: found[name] } as unknown as Pick<AttemptFacts, K>);
  };
  const judged = all.find(({ passed }) => typeof passed === 'boolean');
  const validity = all.find((facts) => facts.validity !== undefined)?.validity;
  // A machine that failed under the agent does not take back what the tests said in the end.
  const counts = judged?.passed === true && judged.validity === undefined;
  const exits = all.flatMap(({ exit }) => (exit === undefined ? [] : [exit]));
  const exit = exits.find(({ status }) => status !== 'unknown') ?? exits[0];
  return {
    ...first('patch'),
    ...first('log'),
    ...first('tests'),
    ...first('trajectory'),
    ...first('tokens'),
    ...first('reward'),
    ...first('guess'),
    ...(judged && { passed: judged.passed ?? null }),
    ...(validity && !counts && { validity }),
    ...(exit && { exit }),
    policy: Object.assign({}, ...all.map(({ policy }) => policy).reverse()),
  };
}

/** Where no verdict was recorded but the tests that must pass are known, their statuses are the verdict. */
function withVerdict(facts: AttemptFacts, task: TaskFacts, warnings: string[]): AttemptFacts {
  if (typeof facts.passed === 'boolean') return facts;
  if (facts.guess !== undefined) {
    warnings.push(facts.guess.why);
    return { ...facts, passed: facts.guess.passed };
  }
  const status = new Map(Object.entries(facts.tests?.status ?? {}));
  const wanted = task.fail_to_pass ?? [];
  if (status.size > 0 && wanted.length > 0) {
    const passes = (id: string): boolean => status.get(id) === 'pass';
    const keeps = (id: string): boolean => passes(id) || status.get(id) === 'skip';
    warnings.push('no verdict was recorded; it follows from the statuses of FAIL_TO_PASS and PASS_TO_PASS');
    return { ...facts, passed: wanted.every(passes) && (task.pass_to_pass ?? []).every(keeps) };
  }
  if (facts.validity !== undefined) return { ...facts, passed: false };
  const reason = 'no verdict of tests was found; give one with --results';
  return { ...facts, passed: false, validity: { status: 'unknown', reason } };
}
