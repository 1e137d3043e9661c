/** Assesses every pass of a group by its task's rubric, and hands back what came of it; failures cost nothing. */
import { contendersOf, type GroupFacts, representatives } from '../../src/fold/facts.js';
import { type GrsUnit, grsVerdicts, incompleteText } from '../../src/grs/verdicts.js';
import { workspaceAliases } from '../../src/judge/alias.js';
import {
  type JudgeFailure,
  type JudgeOutcome,
  NO_USAGE,
  type TamperReport,
} from '../../src/judge/outcome.js';
import type { JudgeIdentity } from '../../src/records/result.js';
import { criteriaOf } from '../../src/records/task-rubric.js';
import { RECORDING_FILE } from '../file-names.js';
import { inTurn } from '../in-turn.js';
import { foreignRecording } from '../judge/model-judge.js';
import { runConfig } from '../judge/run-config.js';
import { type OpenRecording, openRecording } from '../judge/run-recording.js';
import { addUsage } from '../judge/usage.js';
import { promptDigest } from '../prompts.js';
import type { ReadingTask } from '../providers/answers.js';
import type { JsonObject } from '../providers/turn.js';
import type { AssessorOptions, AssessRequest } from './port.js';
import type { Room, Unit, UnitEnd } from './room.js';
import { taskSandbox } from './sandbox.js';
import { assessUnit, isRead, wantedOf } from './unit.js';

export const ASSESS_PROTOCOL = 'assess-criteria/1';

/** Rollouts that are assessed at a time. */
const AT_A_TIME = 4;

/** Rejects only when `signal` is aborted, where no request can succeed, or our own code is broken. */
export async function assessGroup(request: AssessRequest, options: AssessorOptions): Promise<JudgeOutcome> {
  const started = performance.now();
  const units = unitsOf(request.facts);
  const aliases = aliasesOfPasses(request.facts, units);
  const foreign = foreignPlay(request, options);
  const recordedRun = foreign === null ? options.recordedRun : undefined;
  const opened = foreign === null ? await taskSandbox(request, options) : { failure: foreign };
  const recording = 'failure' in opened ? null : await recordingOf(request, options, aliases);
  await using _ = recording?.recorder ?? null;
  const named = units.map((unit, at) => ({ ...unit, alias: aliases.get(unit.id) ?? unit.id, pass: at + 1 }));
  const ends =
    'failure' in opened
      ? []
      : await assessAll(named, { request, options, recording, sandbox: opened }).catch((error: unknown) => {
          // Whoever was stopped in the middle says so in words of its own; the run has a reason to give.
          request.signal.throwIfAborted();
          throw error;
        });
  const answers = new Map(ends.map((end, at) => [units[at]!.id, end.answers]));
  const verdicts = grsVerdicts(request.rubric.value, units, answers);
  const failed = 'failure' in opened ? opened.failure : firstFailure(ends);
  return {
    identity: recordedRun?.identity ?? identityOf(request, options, aliases),
    findings: [],
    leads: [],
    integrity: new Map(),
    tamperReports: tamperReports(units, ends),
    reruns: new Map(),
    investigation: { status: 'complete', reason: null },
    usage: ends.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE),
    seconds: { investigate: 0, score: (performance.now() - started) / 1000 },
    warnings: ends.flatMap(({ warnings }) => warnings),
    passes: [],
    failure: failed ?? incompleteFailure(verdicts),
    grs: verdicts,
    ...(recording !== null && { recording: RECORDING_FILE }),
  };
}

/** What was recorded under another rubric answers other questions, though criteria keep their ids when they are edited. */
function foreignPlay(
  { facts, rubric }: AssessRequest,
  { recordedRun }: AssessorOptions,
): JudgeFailure | null {
  const foreign = foreignRecording(recordedRun, facts.inputDigest);
  if (foreign !== null || recordedRun === undefined || recordedRun.identity.rubric_digest === rubric.digest)
    return foreign;
  const [theirs, ours] = [recordedRun.identity.rubric_digest.slice(0, 12), rubric.digest.slice(0, 12)];
  const detail = `the recording was made with another rubric, or another version of this one (digest ${theirs}…, now ${ours}…); assess the group again`;
  return { reason: 'judge_unavailable', stage: 'judge', detail };
}

/** @returns an end for each unit, in their order */
async function assessAll(units: readonly Unit[], given: Omit<Room, 'share'>): Promise<UnitEnd[]> {
  await using _ = given.sandbox;
  const { emit } = given.request;
  const rollouts = units.length;
  emit({ type: 'assessing', judge: given.options.kind, rollouts });
  const room: Room = { ...given, share: 1 / rollouts };
  const ends = new Map<Unit, UnitEnd>();
  await inTurn(drawn(units), AT_A_TIME, async (unit) => {
    ends.set(unit, await assessUnit(unit, room));
    emit({ type: 'assessed', rollout: unit.id, done: ends.size, rollouts });
  });
  return units.map((unit) => ends.get(unit) as UnitEnd);
}

async function* drawn<T>(items: readonly T[]): AsyncGenerator<T, void> {
  yield* items;
}

/** The names of the laid-out workspace, so that a person can answer what was seen there. */
function aliasesOfPasses(
  { inputDigest, rollouts }: GroupFacts,
  units: readonly GrsUnit[],
): Map<string, string> {
  const all = workspaceAliases(
    inputDigest,
    rollouts.map(({ id }) => id),
  );
  return new Map(units.map(({ id }) => [id, all.get(id) ?? id]));
}

/** What was made is assessed once for each distinct tree, how it was made for each rollout. */
function unitsOf(facts: GroupFacts): GrsUnit[] {
  const contenders = contendersOf(facts);
  const shared = representatives(contenders);
  return contenders
    .map(({ id }) => ({ id, representative: shared.get(id) ?? id }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** In the words of all of them: whoever mends one wants to mend the others. */
function firstFailure(ends: readonly UnitEnd[]): JudgeFailure | null {
  const failures = ends.flatMap(({ failure }) => (failure === null ? [] : [failure]));
  const [first] = failures;
  if (first === undefined) return null;
  const details = [...new Set(failures.map(({ detail }) => detail))];
  const more = details.length > SHOWN ? `; and ${details.length - SHOWN} more` : '';
  return { ...first, detail: details.slice(0, SHOWN).join('; ') + more };
}

/** Failures of one result that are told. */
const SHOWN = 4;

/** What a reader will be asked. */
export function askedOf(request: AssessRequest): ReadingTask[] {
  const units = unitsOf(request.facts);
  const aliases = aliasesOfPasses(request.facts, units);
  return units.flatMap((unit) => {
    const criteria = wantedOf(unit, request).filter(isRead);
    const alias = aliases.get(unit.id) ?? unit.id;
    return criteria.length === 0 ? [] : [{ id: unit.id, alias, criteria: criteria.map(({ id }) => id) }];
  });
}

function incompleteFailure(verdicts: NonNullable<JudgeOutcome['grs']>): JudgeFailure | null {
  const detail = incompleteText(verdicts);
  return detail === null ? null : { reason: 'incomplete_verdict', stage: 'assess', detail };
}

function tamperReports(
  units: readonly GrsUnit[],
  ends: readonly UnitEnd[],
): Map<string, readonly TamperReport[]> {
  const all = ends.map(({ tamperReports: reports }, at) => [units[at]!.id, reports] as const);
  return new Map(all.filter(([, reports]) => reports.length > 0));
}

function identityOf(
  { facts, rubric, settings }: AssessRequest,
  { kind, reader }: Pick<AssessorOptions, 'kind' | 'reader'>,
  aliases: ReadonlyMap<string, string>,
): JudgeIdentity {
  const asked = 'provider' in reader && criteriaOf(rubric.value).some(isRead);
  return {
    kind,
    provider: asked ? reader.provider.kind : null,
    model: asked ? reader.provider.model : null,
    protocol: ASSESS_PROTOCOL,
    prompt_digest: asked ? promptDigest('grs') : null,
    rubric_digest: rubric.digest,
    profile_digest: settings.profile.digest,
    seed: facts.inputDigest,
    alias_map: Object.fromEntries([...aliases].map(([id, alias]) => [alias, id])),
  };
}

async function recordingOf(
  request: AssessRequest,
  options: AssessorOptions,
  aliases: ReadonlyMap<string, string>,
): Promise<OpenRecording | null> {
  // What is played is on record already.
  if (options.folder === undefined || options.recordedRun !== undefined) return null;
  const judge = identityOf(request, options, aliases);
  const head = {
    group: request.opened.loaded.file,
    input_digest: request.facts.inputDigest,
    judge,
    config: { ...configOf(options), ...options.settings, rubric: request.rubric.value },
    aliases: judge.alias_map,
  };
  return openRecording(options.folder, head, 'provider' in options.reader ? options.reader.provider : null);
}

/** In the form in which the recordings of a group judge keep it. */
const configOf = ({ limits, reader }: AssessorOptions): JsonObject =>
  'provider' in reader ? runConfig({ ...reader, limits, show_reference: false }) : { limits: { ...limits } };
