/** One group on its way through a batch: when it was queued, by when it must be done, and the record that it ends as. */
import { createHash } from 'node:crypto';
import type { LoadedGroup } from '../../sandbox/load/group.js';
import { Fault } from '../../src/fault.js';
import { faultText } from '../../src/fault-text.js';
import type { BatchRecord, GroupFailure } from '../../src/records/batch.js';
import type { Source } from '../../src/records/result.js';
import type { GradeOptions } from '../grade/grade.js';
import type { Job } from './pool.js';
import { recordDigest } from './repeat.js';
import { gradeWithin, type TimeLimit } from './within.js';

export interface Ticket extends Job {
  readonly loaded: LoadedGroup;
  readonly source: Source;
  /** In milliseconds of `performance.now()`. */
  readonly queuedAt: number;
}

export interface TimeRules {
  /** Holds for every group, besides its own where its purpose is train. */
  readonly budgetS: number | undefined;
  /** From the start of a group; ends one that hangs. */
  readonly groupTimeoutS: number;
}

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

export function ticketOf(
  loaded: LoadedGroup,
  { bytes, queuedAt, budgetS }: { bytes: number; queuedAt: number; budgetS: number | undefined },
): Ticket {
  const { group, file, line } = loaded;
  const own = group.purpose === 'train' ? group.budget_s : undefined;
  const budget = Math.min(own ?? Number.POSITIVE_INFINITY, budgetS ?? Number.POSITIVE_INFINITY);
  return {
    loaded,
    bytes,
    queuedAt,
    deadline: Number.isFinite(budget) ? queuedAt + budget * 1000 : null,
    source: { file, line, digest: recordDigest(group) },
  };
}

function limitOf({ deadline }: Ticket, { groupTimeoutS }: TimeRules, now: number): TimeLimit {
  const timeout = now + groupTimeoutS * 1000;
  if (deadline === null || timeout < deadline)
    return {
      at: timeout,
      detail: `the group was not done ${groupTimeoutS} s after its start (--group-timeout-s)`,
    };
  return { at: deadline, detail: 'the budget of the group ran out (budget_s, from queued to result)' };
}

/** Below the run folder: a changed group never meets the recording of the old one. */
export const recordingFolder = ({ digest }: Source): string => `recordings/${digest.slice(0, 16)}`;

/** @throws Fault cancelled where the run was stopped, Fault environment where nothing can go on. */
export async function gradeTicket(
  ticket: Ticket,
  options: GradeOptions,
  rules: TimeRules,
  settle: (left: Promise<unknown>) => void,
): Promise<BatchRecord> {
  const { loaded, source, queuedAt } = ticket;
  const start = performance.now();
  try {
    const result = await gradeWithin(loaded, options, limitOf(ticket, rules, start), settle);
    const now = performance.now();
    const timing = {
      ...result.timing,
      queued_s: (start - queuedAt) / 1000,
      total_s: (now - queuedAt) / 1000,
    };
    const recording = result.recording && `${recordingFolder(source)}/${result.recording}`;
    return { ...result, recording, timing, source };
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'input') throw error;
    const { group_id, attempt = null } = loaded.group;
    return { group_id, attempt, line: source.line, stage: 'grade', error: faultText(error), source };
  }
}

/** What stands in the place of an entry that cannot be read. */
export function readFailure(
  { file, line }: Pick<Source, 'file' | 'line'>,
  error: string,
  group_id: string | null,
  attempt: number | null = null,
): GroupFailure {
  const source = { file, line, digest: sha256(error) };
  return { group_id, attempt, line, stage: 'read', error, source };
}
