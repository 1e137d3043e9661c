/** What a rollout is assessed with, and what comes of it. */
import type { Sandbox } from '../../sandbox/exec/port.js';
import type { Answers, GrsUnit } from '../../src/grs/verdicts.js';
import type { Case } from '../../src/judge/case.js';
import type { JudgeFailure, TamperReport } from '../../src/judge/outcome.js';
import type { Usage } from '../../src/records/result.js';
import type { CheckBook } from '../../tools/checks.js';
import type { OpenRecording } from '../judge/run-recording.js';
import type { Session } from '../judge/session.js';
import type { AssessorOptions, AssessRequest } from './port.js';

/** What all rollouts of a group are assessed with. */
export interface Room {
  readonly request: AssessRequest;
  readonly options: AssessorOptions;
  readonly recording: OpenRecording | null;
  readonly sandbox: Sandbox;
  /** What part of the group's tokens and dollars one rollout may use. */
  readonly share: number;
}

export interface Unit extends GrsUnit {
  readonly alias: string;
  /** Counts from 1; its steps in the recording carry it. */
  readonly pass: number;
}

/** A unit under its alias, alone in its case, with everything that is put on record about it. */
export interface Work {
  readonly unit: Unit;
  readonly caseFile: Case;
  readonly checks: CheckBook;
  readonly session: Session;
  readonly nonce: string;
}

export interface UnitEnd {
  readonly answers: Answers;
  readonly failure: JudgeFailure | null;
  readonly usage: Usage;
  readonly tamperReports: readonly TamperReport[];
  readonly warnings: readonly string[];
}
