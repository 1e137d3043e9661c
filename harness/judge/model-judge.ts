/** The judge that asks a model: investigate with tools, then score blind from what was verified. */
import { join } from 'node:path';
import type { JudgeFailure, JudgeOutcome } from '../../src/judge/outcome.js';
import { reducedToDiff } from '../../src/judge/reduce.js';
import { findingsToScore } from '../../src/judge/unblind.js';
import type { JudgeIdentity } from '../../src/records/result.js';
import { REDUCED, UNEXAMINED } from '../../src/summary/policies.js';
import { renderText } from '../../src/text/render.js';
import { RECORDING_FILE } from '../file-names.js';
import type { Judge, JudgeRequest } from '../grade/judge.js';
import { failed } from '../grade/outcomes.js';
import { OPERATOR } from '../operator/seat.js';
import { promptDigest } from '../prompts.js';
import type { Provider } from '../providers/port.js';
import type { JsonObject } from '../providers/turn.js';
import type { RecordingHead, RecordingStep, ToolStep } from '../recording.js';
import { aliasesShown, type BlindGroup, blindGroup } from './blind-group.js';
import { openBudget } from './budget.js';
import { evidenceOf } from './evidence.js';
import { type Examination, type ExamineOptions, examine, type Work } from './examine.js';
import { OUT_OF_TIME } from './investigate.js';
import { runConfig } from './run-config.js';
import { keepPlayed, type OpenRecording, openRecording } from './run-recording.js';
import type { Scored, ScoreOptions, ScorePasses } from './scoring-port.js';
import { openSession, type SessionOptions, type Steps } from './session.js';
import { addUsage } from './usage.js';

const PROTOCOL = 'investigate-and-score/1';

export interface ModelJudgeOptions extends ExamineOptions {
  /** As `--judge` names it, without its argument. */
  readonly kind: string;
  readonly provider: Provider;
  readonly score: ScorePasses;
  /** Run folder that the recording is written to, and gone on from. */
  readonly folder?: string | undefined;
  /** A recording to play; the judge of the result is the one that was recorded. */
  readonly recordedRun?: RecordedRun | undefined;
  /** Further settings of the run, kept in the head of its recording. */
  readonly settings?: JsonObject | undefined;
  /** Told of every tool answer that is written to the recording. */
  readonly onTool?: ((step: ToolStep) => void) | undefined;
  readonly onSheet?: ScoreOptions['onSheet'];
  readonly cutOff?: SessionOptions['cutOff'];
}

export interface RecordedRun {
  readonly identity: JudgeIdentity;
  readonly leads?: RecordingHead['leads'];
  readonly steps: readonly RecordingStep[];
}

/** Aliases come from the digest, so the words of another group's recording would be read as words about other candidates. */
export function foreignRecording(
  recordedRun: RecordedRun | undefined,
  inputDigest: string,
): JudgeFailure | null {
  if (recordedRun === undefined || recordedRun.identity.seed === inputDigest) return null;
  const [theirs, ours] = [recordedRun.identity.seed.slice(0, 12), inputDigest.slice(0, 12)];
  const detail = `the recording is of another group, or of another version of this one (input digest ${theirs}…, now ${ours}…)`;
  return { reason: 'judge_unavailable', stage: 'judge', detail };
}

export const modelJudge = (options: ModelJudgeOptions): Judge => ({
  kind: options.kind,
  judge: async (request) => {
    const foreign = foreignRecording(options.recordedRun, request.facts.inputDigest);
    if (foreign !== null) return failed(options, request.settings, foreign, request.detected.leads);
    const identity = options.recordedRun?.identity ?? identityOf(request, options);
    const recording = await recordingOf(request, identity, options);
    await using _ = recording?.recorder ?? null;
    const blind = blindGroup(request, (options.recordedRun ?? recording)?.leads ?? request.detected.leads);
    return await judge(request, blind, identity, recording, options);
  },
});

async function judge(
  request: JudgeRequest,
  blind: BlindGroup,
  identity: JudgeIdentity,
  recording: OpenRecording | null,
  options: ModelJudgeOptions,
): Promise<JudgeOutcome> {
  const session = openSession({
    provider: options.provider,
    recorder: recording && told(recording.recorder, options),
    earlier: options.recordedRun?.steps ?? recording?.earlier ?? [],
    faithful: options.recordedRun !== undefined,
    ...(options.cutOff !== undefined && { cutOff: options.cutOff }),
  });
  const budget = openBudget(options.limits, request);
  const reader = identity.kind === OPERATOR ? 'operator' : 'model';
  const work: Work = { request, blind, session, reader, budget };
  const { examined, warnings } = await examineFairly(work, options);
  const evidence = await evidenceOf(request, blind, examined);
  const started = performance.now();
  const scored = await scoreOf(work, examined, options);
  return {
    ...evidence,
    identity,
    usage: scored.usage === null ? evidence.usage : addUsage(evidence.usage, scored.usage),
    seconds: { investigate: examined.seconds, score: (performance.now() - started) / 1000 },
    warnings: [
      ...warnings,
      ...(scored.failure === null ? unexaminedWarnings(work, examined) : []),
      ...evidence.warnings,
      ...scored.warnings,
    ],
    passes: scored.passes,
    failure: scored.failure,
    ...(recording !== null && { recording: RECORDING_FILE }),
  };
}

/** Tells of tool answers once they are written. */
const told = (recorder: Steps, { onTool }: ModelJudgeOptions): Steps => ({
  turn: (step) => recorder.turn(step),
  tool: async (step) => {
    const written = await recorder.tool(step);
    onTool?.(written);
    return written;
  },
});

/**
 * A model that one candidate's content keeps from answering is asked once more, with that candidate reduced to its diff:
 * nobody gains by what makes a judge fall silent.
 */
async function examineFairly(
  work: Work,
  options: ModelJudgeOptions,
): Promise<{ readonly examined: Examination; readonly warnings: readonly string[] }> {
  const examined = await examine(work, options);
  const { end } = examined;
  const id =
    end.status === 'incomplete' && end.about !== undefined ? work.blind.ids.get(end.about) : undefined;
  if (id === undefined || end.status !== 'incomplete') return { examined, warnings: [] };
  const { request } = work;
  const material = reducedToDiff(request.opened.material, new Set([id]));
  const reduced = { ...request, opened: { ...request.opened, material } };
  const again = await examine(
    { ...work, request: reduced, blind: blindGroup(reduced, work.blind.runLeads) },
    options,
  );
  const usage = addUsage(examined.usage, again.usage);
  const warning = `${REDUCED}${id}: ${end.reason} behind what it did, said or printed`;
  return { examined: { ...again, usage, seconds: examined.seconds + again.seconds }, warnings: [warning] };
}

type MaybeScored = Omit<Scored, 'usage'> & { readonly usage: Scored['usage'] | null };

/** An investigation that came to its end too late has left nothing to score in. */
function lateFor({ budget, request }: Work): JudgeFailure | null {
  if (request.signal.aborted || budget.spent('score') !== 'seconds') return null;
  const detail = 'the time ran out during the investigation, before anything was scored';
  return { reason: 'deadline', stage: 'investigate', detail };
}

const idsOf = ({ blind }: Work, { ledger }: Examination): string[] =>
  ledger.unexamined.map((alias) => blind.ids.get(alias) ?? alias);

/** A judge that stopped answering has compared nobody with a pass that it never looked at. */
function unfairFor(work: Work, examined: Examination): JudgeFailure | null {
  const { end } = examined;
  const missed = idsOf(work, examined);
  if (end.status !== 'incomplete' || !end.gaveUp || missed.length === 0) return null;
  const detail = `${end.reason}, and nothing is recorded about ${missed.join(', ')}`;
  return { reason: 'incomplete_verdict', stage: 'investigate', detail };
}

/** A budget that ran out is no failure, or long trajectories would buy one: whom the judge did not reach is told. */
const unexaminedWarnings = (work: Work, examined: Examination): string[] =>
  examined.end.status !== 'incomplete'
    ? []
    : idsOf(work, examined).map((id) => `${UNEXAMINED}${id}: nothing was recorded about it before the end`);

async function scoreOf(
  work: Work,
  examined: Examination,
  { score, onSheet }: ModelJudgeOptions,
): Promise<MaybeScored> {
  const { end, ledger } = examined;
  const failure = end.status === 'failed' ? end.failure : (lateFor(work) ?? unfairFor(work, examined));
  if (failure !== null) return { passes: [], failure, usage: null, warnings: [] };
  const { request, blind, session, reader, budget } = work;
  request.emit({ type: 'scoring', candidates: request.passes.length, findings: ledger.findings.length });
  const input = {
    statement: renderText(request.opened.material.statement),
    candidates: request.passes,
    findings: findingsToScore(ledger.findings, blind.ids, blind.representatives),
    rubric: request.settings.rubric.value,
  };
  const scored = await score(input, {
    provider: session.provider,
    reader,
    seed: request.facts.inputDigest,
    recorder: session.steps,
    budget,
    signal: request.signal,
    onSheet,
  });
  const hurried = end.status === 'incomplete' && end.reason === OUT_OF_TIME;
  if (!hurried || scored.failure?.reason !== 'deadline') return scored;
  const detail = `${scored.failure.detail}, for which the investigation left a quarter (${OUT_OF_TIME})`;
  return { ...scored, failure: { ...scored.failure, detail } };
}

function identityOf({ facts, settings }: JudgeRequest, { kind, provider }: ModelJudgeOptions): JudgeIdentity {
  return {
    kind,
    provider: provider.kind,
    model: provider.model,
    protocol: PROTOCOL,
    prompt_digest: promptDigest(),
    rubric_digest: settings.rubric.digest,
    profile_digest: settings.profile.digest,
    seed: facts.inputDigest,
    alias_map: Object.fromEntries([...aliasesShown(facts)].map(([id, alias]) => [alias, id])),
  };
}

async function recordingOf(
  { facts, opened, detected }: JudgeRequest,
  judge: JudgeIdentity,
  { folder, settings, ...options }: ModelJudgeOptions,
): Promise<OpenRecording | null> {
  if (folder === undefined) return null;
  const head = {
    group: opened.loaded.file,
    input_digest: facts.inputDigest,
    judge,
    config: { ...runConfig(options), ...settings },
    aliases: judge.alias_map,
    leads: options.recordedRun?.leads ?? detected.leads,
  };
  const recording = await openRecording(folder, head, options.provider);
  try {
    const { steps = recording.earlier } = options.recordedRun ?? {};
    await keepPlayed(recording, steps, join(folder, RECORDING_FILE));
  } catch (error) {
    await recording.recorder[Symbol.asyncDispose]();
    throw error;
  }
  return recording;
}
