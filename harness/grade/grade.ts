/** The road of one group: load, workspace, leads, judge, fold; every ending comes back as a result. */
import { IMAGE_FIELD } from '../../sandbox/base-source.js';
import { inputDigest } from '../../sandbox/load/digest.js';
import type { LoadedGroup } from '../../sandbox/load/group.js';
import type { OpenGroup } from '../../sandbox/open-group.js';
import type { GroupRerun } from '../../sandbox/rerun/rerun.js';
import type { Detected } from '../../src/detect/run.js';
import { Fault } from '../../src/fault.js';
import { contendersOf, factsOf, type GroupFacts, representatives, withWork } from '../../src/fold/facts.js';
import { foldResult } from '../../src/fold/fold.js';
import { gateOf } from '../../src/fold/gate.js';
import type { FoldSettings } from '../../src/fold/settings.js';
import type { JudgeFailure, JudgeOutcome } from '../../src/judge/outcome.js';
import type { Group } from '../../src/records/group.js';
import type { Result } from '../../src/records/result.js';
import type { AssessRequest } from '../grs/port.js';
import type { GrsRoad, RoadChoice } from '../grs/road.js';
import type { Emit } from '../progress.js';
import type { RulesByHarness } from '../segment-rules.js';
import type { Bench } from './bench.js';
import { type GroupClock, inTime, secondsSince, startClock } from './clock.js';
import type { Judge } from './judge.js';
import { failed, unasked } from './outcomes.js';
import { prepareGroup } from './prepare.js';
import { evaluated, rerunsById, withReruns } from './reruns.js';
import { type Flagged, flagSegments } from './segments.js';
import { withSuspicions } from './suspicions.js';
import { withTampering } from './tampering.js';

export interface GradeOptions {
  readonly bench: Bench;
  readonly judge: Judge;
  readonly settings: FoldSettings;
  readonly emit: Emit;
  readonly signal: AbortSignal;
  /** Runs the passes again without the candidates' tests, before anybody judges; left out, nobody does. */
  readonly rerun?: Rerunner | undefined;
  /** Rules that flag malformed turns for the segment penalty; left out, the trainer's own spans count alone. */
  readonly segmentRules?: RulesByHarness | undefined;
  /** Refines groups by their task's rubric; left out, every group is compared. */
  readonly grs?: GrsRoad | undefined;
  /** Address of the container engine, for bases that lie in an image. */
  readonly dockerHost?: string | undefined;
  /** Wall-clock seconds for the whole group; the group's own budget_s holds besides where its purpose is train. */
  readonly budget_s?: number | undefined;
}

/** The pristine re-run as grading needs it. */
export type Rerunner = (opened: OpenGroup, signal: AbortSignal) => Promise<GroupRerun>;

/** The options with the clock of one group, which ends at its deadline as well. */
type Timed = GradeOptions & { readonly clock: GroupClock };

/**
 * Grades one loaded group. Base, workspace and judge failures end as `fallback` with the outcome advantages.
 * @throws Fault input where a file that the group names cannot be read, Fault cancelled when `signal` is aborted.
 */
export async function gradeGroup(loaded: LoadedGroup, options: GradeOptions): Promise<Result> {
  const { settings, emit, signal } = options;
  const start = performance.now();
  const timed: Timed = { ...options, clock: startClock(loaded.group, options.budget_s, signal) };
  const road: RoadChoice | null = (await options.grs?.choose(loaded)) ?? null;
  emit({ type: 'started', group_id: loaded.group.group_id, rollouts: loaded.group.rollouts.length });
  const { workspace, detected: fair, seconds } = await prepareGroup(loaded, timed);
  const opened = workspace instanceof Fault ? null : workspace;
  await using _ = opened;
  const tree = opened?.workspace.base.oid ?? null;
  const rerun =
    opened === null
      ? null
      : await inTime(timed.clock, async () => (await timed.rerun?.(opened, timed.clock.signal)) ?? null);
  const digest = await inputDigest(loaded, tree);
  const flagged = await flaggedGroup(evaluated(loaded.group, rerun), opened, options);
  const known = factsOf(flagged.group, digest, opened?.built ?? null);
  const detected = fair?.detected ?? null;
  const facts = withWork(known, (id) => detected?.measures.get(id)?.fingerprint);
  const outcome =
    workspace instanceof Fault
      ? failed(options.judge, settings, unopened(workspace))
      : withReruns(
          await judgeInTime(facts, { opened: fair?.opened ?? workspace, detected, rerun, road }, timed),
          rerun,
        );
  signal.throwIfAborted();
  const result = foldResult({
    facts: {
      ...facts,
      warnings: [
        ...loaded.warnings.map(({ field, message }) => `${field}: ${message}`),
        ...facts.warnings,
        ...(opened?.warnings ?? []),
        ...flagged.warnings,
        ...(fair?.warnings ?? []),
      ],
    },
    outcome: withTampering(outcome, detected?.tampering ?? new Map()),
    route: road === null ? undefined : { name: road.rubric === null ? 'gar' : 'grs', reason: road.reason },
    settings,
    timing: {
      queued_s: 0,
      workspace_s: seconds,
      investigate_s: outcome.seconds.investigate,
      score_s: outcome.seconds.score,
      total_s: secondsSince(start),
    },
    recording: outcome.recording ?? null,
  });
  emit({ type: 'ended', status: result.status, seconds: result.timing.total_s });
  return result;
}

async function flaggedGroup(
  group: Group,
  opened: OpenGroup | null,
  { segmentRules }: GradeOptions,
): Promise<Flagged> {
  return opened === null || segmentRules === undefined
    ? { group, warnings: [] }
    : await flagSegments(group, opened.material, segmentRules);
}

/** `sandbox_unavailable` only where a named task image cannot be had. */
const unopened = ({ code, place, message }: Fault): JudgeFailure => ({
  reason:
    code === 'cancelled'
      ? 'deadline'
      : place.field === IMAGE_FIELD
        ? 'sandbox_unavailable'
        : 'repo_unavailable',
  stage: 'workspace',
  detail: message,
});

/** What was found out before anybody judges. */
interface Known {
  readonly opened: OpenGroup;
  readonly detected: Detected | null;
  readonly rerun: GroupRerun | null;
  readonly road: RoadChoice | null;
}

type LookedAt = Known & { readonly detected: Detected };

async function judgeInTime(facts: GroupFacts, known: Known, options: Timed): Promise<JudgeOutcome> {
  const { detected, road } = known;
  const rubric = road?.rubric ?? null;
  const judged =
    detected === null
      ? null
      : await inTime(options.clock, () =>
          rubric === null
            ? judgeGroup(facts, { ...known, detected }, options)
            : assess(facts, { ...known, detected }, rubric, options),
        );
  if (judged !== null) return judged;
  const detail = 'the time ran out before the judge was done';
  return failed(options.judge, options.settings, { reason: 'deadline', stage: 'judge', detail });
}

async function judgeGroup(
  facts: GroupFacts,
  { opened, detected, rerun }: LookedAt,
  options: Timed,
): Promise<JudgeOutcome> {
  const { judge, settings, emit, signal, clock } = options;
  const reruns = rerunsById(rerun);
  const gate = gateOf(facts, detected.leads, reruns);
  if (!gate.judge) return gateOutcome(gate.why, detected, options);
  const passes = [...new Set(representatives(contendersOf(facts)).values())].sort();
  emit({ type: 'judging', judge: judge.kind, candidates: passes.length });
  const { deadline } = clock;
  return judge.judge({ facts, opened, detected, reruns, passes, settings, emit, signal, deadline });
}

/** Failures cost nothing: without a pass nobody is asked. */
async function assess(
  facts: GroupFacts,
  { opened, detected, rerun }: LookedAt,
  rubric: AssessRequest['rubric'],
  { bench, judge, grs, settings, emit, signal, clock }: Timed,
): Promise<JudgeOutcome> {
  if (grs === undefined || contendersOf(facts).length === 0) return unasked(judge, settings, []);
  const { deadline, signal: until } = clock;
  const asked = { facts, opened, parser: bench.parser, rubric, settings, emit, signal, until, deadline };
  return withSuspicions(await grs.assess(asked), opened.material, detected, rerunsById(rerun));
}

function gateOutcome(why: string, { leads }: Detected, { judge, settings }: GradeOptions): JudgeOutcome {
  if (why !== 'group_too_large') return unasked(judge, settings, leads);
  const detail = 'more than 64 distinct passing trees cannot be compared in one ledger';
  return { ...failed(judge, settings, { reason: 'group_too_large', stage: 'gate', detail }), leads };
}
