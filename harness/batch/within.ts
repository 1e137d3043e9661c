/** Grades one group inside its time: at the deadline the judge is stopped and the fallback numbers are there at once. */
import { inputDigest } from '../../sandbox/load/digest.js';
import type { LoadedGroup } from '../../sandbox/load/group.js';
import { Fault } from '../../src/fault.js';
import { factsOf } from '../../src/fold/facts.js';
import { foldResult } from '../../src/fold/fold.js';
import type { JudgeFailure } from '../../src/judge/outcome.js';
import type { Result } from '../../src/records/result.js';
import { type GradeOptions, gradeGroup } from '../grade/grade.js';
import type { Judge } from '../grade/judge.js';
import { failed } from '../grade/outcomes.js';
import { LONGEST_DELAY_MS } from '../longest-delay.js';
import { refusalOf } from '../refusal.js';

export interface TimeLimit {
  /** In milliseconds of `performance.now()`. */
  readonly at: number;
  /** Which limit it is, for the result. */
  readonly detail: string;
}

/** How long a judge that was told to stop may take to hand over what it has. */
const JUDGE_GRACE_MS = 200;
/** How long after the deadline the group as a whole is given up, with numbers from the record alone. */
const GROUP_GRACE_MS = 500;

/**
 * @param settle takes what still ends in the background after a group was given up
 * @throws as `gradeGroup` does; a deadline is a result, and so is a fault of our own code
 */
export async function gradeWithin(
  loaded: LoadedGroup,
  options: GradeOptions,
  limit: TimeLimit,
  settle: (left: Promise<unknown>) => void,
): Promise<Result> {
  const late = { reason: 'deadline', stage: 'queue', detail: limit.detail } as const;
  if (limit.at <= performance.now()) return await foldUnopened(loaded, options, late);
  using end = endAt(limit);
  using group = following([options.signal]);
  const judge = stoppedAt(options.judge, end.signal, limit);
  // The judge learns how long it has: one that can wrap up in time keeps what it has confirmed.
  const budget_s = (limit.at - performance.now()) / 1000;
  const grading = gradeGroup(loaded, { ...options, judge, signal: group.signal, budget_s });
  settle(grading.catch(() => undefined));
  end.signal.addEventListener('abort', () => {
    if (judge.asked) setTimeout(() => group.abort(end.signal.reason), GROUP_GRACE_MS).unref();
    else group.abort(end.signal.reason);
  });
  try {
    return await Promise.race([grading, rejectionOf(group.signal)]);
  } catch (error) {
    if (options.signal.aborted) throw options.signal.reason;
    if (end.signal.aborted)
      return await foldUnopened(loaded, options, { ...late, stage: judge.asked ? 'judge' : 'workspace' });
    if (error instanceof Fault && error.code !== 'internal') throw error;
    // A full disk is full for every group: the run stops, and can be gone on from.
    const refused = refusalOf(error);
    if (refused !== null) throw refused;
    const detail = error instanceof Error ? error.message : String(error);
    return await foldUnopened(loaded, options, { reason: 'internal', stage: 'grade', detail });
  }
}

/** The judge with a deadline: its own ending where it hands one over in time, else a failure that says so. */
function stoppedAt(
  judge: Judge,
  end: AbortSignal,
  { detail }: TimeLimit,
): Judge & { readonly asked: boolean } {
  let asked = false;
  return {
    kind: judge.kind,
    get asked() {
      return asked;
    },
    judge: async (request) => {
      asked = true;
      using own = following([end, request.signal]);
      const judging = judge.judge({ ...request, signal: own.signal });
      judging.catch(() => undefined);
      const grace = rejectionOf(end).catch(async (reason) => {
        await new Promise((resolve) => setTimeout(resolve, JUDGE_GRACE_MS));
        throw reason;
      });
      const isLate = (): boolean => end.aborted && !request.signal.aborted;
      try {
        const outcome = await Promise.race([judging, grace]);
        // A judge knows only that it was told to stop; who told it is known here.
        return outcome.failure?.reason === 'cancelled' && isLate()
          ? { ...outcome, failure: { ...outcome.failure, reason: 'deadline', detail } }
          : outcome;
      } catch (error) {
        if (!isLate()) throw error;
        const failure: JudgeFailure = { reason: 'deadline', stage: 'judge', detail };
        return { ...failed(judge, request.settings, failure), leads: request.detected.leads };
      }
    },
  };
}

/** A result from the record alone: who is valid, who passed, the outcome advantages. */
async function foldUnopened(
  loaded: LoadedGroup,
  { judge, settings, emit }: GradeOptions,
  failure: JudgeFailure,
): Promise<Result> {
  const facts = factsOf(loaded.group, await inputDigest(loaded, null), null);
  const unopened =
    'the base was not opened, so no patch was tried: a pass without a usable patch is not masked';
  const warnings = loaded.warnings.map(({ field, message }) => `${field}: ${message}`);
  const result = foldResult({
    facts: { ...facts, warnings: [...warnings, ...facts.warnings, unopened] },
    outcome: failed(judge, settings, failure),
    settings,
    timing: { queued_s: 0, workspace_s: 0, investigate_s: 0, score_s: 0, total_s: 0 },
    recording: null,
  });
  emit({ type: 'ended', status: result.status, seconds: 0 });
  return result;
}

function endAt({ at, detail }: TimeLimit): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const set = (): NodeJS.Timeout =>
    setTimeout(check, Math.min(Math.max(0, at - performance.now()), LONGEST_DELAY_MS));
  const check = (): void => {
    if (performance.now() < at) timer = set();
    else controller.abort(new Fault('cancelled', detail));
  };
  let timer = set();
  return { signal: controller.signal, [Symbol.dispose]: () => clearTimeout(timer) };
}

interface Following extends Disposable {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
}

/** Aborts with the first of its parents; leaves nothing behind on those that live longer. */
function following(parents: readonly AbortSignal[]): Following {
  const controller = new AbortController();
  const undo = parents.map((parent) => {
    const pass = (): void => controller.abort(parent.reason);
    if (parent.aborted) pass();
    parent.addEventListener('abort', pass);
    return () => parent.removeEventListener('abort', pass);
  });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    [Symbol.dispose]: () => {
      for (const one of undo) one();
    },
  };
}

const rejectionOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
