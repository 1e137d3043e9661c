/** Assesses one rollout: static facts by code, commands in the sandbox, and what is left by a reader, if there is one. */
import { runDetectors } from '../../src/detect/run.js';
import { readFact } from '../../src/grs/facts.js';
import { openReadings } from '../../src/grs/readings.js';
import type { CriterionAnswer, GrsUnit } from '../../src/grs/verdicts.js';
import { nonceOf } from '../../src/judge/alias.js';
import { openCase, renamedCitation } from '../../src/judge/case.js';
import { NO_USAGE } from '../../src/judge/outcome.js';
import { type Criterion, criteriaOf } from '../../src/records/task-rubric.js';
import { openChecks } from '../../tools/checks.js';
import { openSession, type Session } from '../judge/session.js';
import { addUsage } from '../judge/usage.js';
import type { Provider } from '../providers/port.js';
import { runCommand } from './command.js';
import type { AssessRequest } from './port.js';
import { type ReadingEnd, readCriteria } from './reading.js';
import type { Room, Unit, UnitEnd, Work } from './room.js';

export async function assessUnit(unit: Unit, room: Room): Promise<UnitEnd> {
  const { request, options } = room;
  const { material } = request.opened;
  const criteria = wantedOf(unit, request);
  const caseFile = openCase({
    material,
    aliases: new Map([[unit.id, unit.alias]]),
    representatives: new Map(),
  });
  const work: Work = {
    unit,
    caseFile,
    checks: openChecks(`k${unit.pass}-`),
    session: sessionOf(unit, room),
    nonce: nonceOf(request.facts.inputDigest, `assess ${unit.pass}`),
  };
  const answers = new Map<string, CriterionAnswer>();
  for (const criterion of criteria) {
    request.until.throwIfAborted();
    const answer = await byCode(criterion, work, room);
    if (answer !== null) answers.set(criterion.id, answer);
  }
  const toRead = criteria.filter(isRead);
  const readings = openReadings({
    criteria: toRead,
    alias: unit.alias,
    material: caseFile.material,
    checks: work.checks,
  });
  const read: ReadingEnd =
    toRead.length === 0
      ? { failure: null, ...UNREAD }
      : 'provider' in options.reader
        ? await readCriteria(toRead, readings, work, { ...room, reader: options.reader })
        : { failure: options.reader, ...UNREAD };
  for (const [id, answer] of readings.answers) answers.set(id, byId(answer, unit));
  const failure = read.failure && {
    ...read.failure,
    detail: read.failure.detail.replaceAll(unit.alias, unit.id),
  };
  return {
    ...read,
    failure,
    answers,
    usage: addUsage(read.usage, { ...NO_USAGE, checks: work.checks.count }),
  };
}

const UNREAD: Omit<ReadingEnd, 'failure'> = { usage: NO_USAGE, tamperReports: [], warnings: [] };

/** The solution of a twin is answered by its representative. */
export const wantedOf = (
  { id, representative }: GrsUnit,
  { rubric }: Pick<AssessRequest, 'rubric'>,
): readonly Criterion[] => (id === representative ? criteriaOf(rubric.value) : rubric.value.behaviour);

export const isRead = ({ check }: Criterion): boolean => check.kind === 'reading';

async function byCode({ id, check }: Criterion, work: Work, room: Room): Promise<CriterionAnswer | null> {
  if (check.kind === 'reading') return null;
  if (check.kind === 'command') return { id, ...(await runCommand(id, check, work, room)) };
  const { opened, parser, until: signal } = room.request;
  const candidate = opened.material.candidates.find((one) => one.id === work.unit.id)!;
  // Detectors compare with peers where there are any; a rubric must say the same of a rollout in every group.
  const alone = { ...opened.material, candidates: [candidate] };
  return { id, ...(await readFact(check, candidate, () => runDetectors(alone, parser, { signal }))) };
}

const NOBODY: Provider = {
  kind: 'none',
  model: 'none',
  next: () => Promise.reject(new Error('nobody reads here')),
};

function sessionOf({ pass }: Unit, { options, recording }: Room): Session {
  const { recordedRun, reader } = options;
  return openSession({
    provider: 'provider' in reader ? reader.provider : NOBODY,
    recorder: recording?.recorder ?? null,
    earlier: (recordedRun?.steps ?? recording?.earlier ?? []).filter((step) => step.pass === pass),
    faithful: recordedRun !== undefined,
  });
}

const byId = (answer: CriterionAnswer, { id, alias }: Unit): CriterionAnswer => ({
  ...answer,
  reason: answer.reason.replaceAll(alias, id),
  citations: answer.citations.map((citation) =>
    renamedCitation(citation, (name) => (name === alias ? id : name)),
  ),
});
