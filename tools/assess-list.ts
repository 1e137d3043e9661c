/** The tools of a judge that assesses one rollout by a rubric: those that read, those that check, and its answer. */
import type { Sandbox } from '../sandbox/exec/port.js';
import type { Workspace } from '../sandbox/git/workspace.js';
import type { Readings } from '../src/grs/readings.js';
import type { Case } from '../src/judge/case.js';
import type { Ledger } from '../src/judge/ledger.js';
import { assess } from './assess.js';
import type { CheckBook } from './checks.js';
import { readEvents } from './read-events.js';
import { readFile } from './read-file.js';
import { readSummaries } from './read-summaries.js';
import { readTask } from './read-task.js';
import { readTestLog } from './read-test-log.js';
import { reportTampering } from './report-tampering.js';
import { type CheckOptions, runCheck } from './run-check.js';
import { searchCode } from './search-code.js';
import { searchEvents } from './search-events.js';
import { showPatch } from './show-patch.js';
import type { JudgeTool } from './tool.js';

export interface AssessInstruments {
  /** Holds the one rollout and nobody else. */
  readonly caseFile: Case;
  readonly readings: Readings;
  /** Attempts to steer are written here; nothing else is. */
  readonly ledger: Pick<Ledger, 'report'>;
  readonly workspace: Pick<Workspace, 'search' | 'searchAll'>;
  readonly sandbox: Sandbox;
  readonly checks: CheckBook;
  readonly check: CheckOptions;
}

export function assessTools(having: AssessInstruments): JudgeTool[] {
  const { caseFile, readings, ledger, workspace, sandbox, checks, check } = having;
  const { statement, hints } = caseFile.material;
  return [
    readTask({ statement, hints, reference: null }),
    readSummaries(caseFile),
    readEvents(caseFile),
    searchEvents(caseFile),
    showPatch(caseFile),
    readFile(caseFile),
    searchCode(caseFile, workspace),
    readTestLog(caseFile),
    runCheck(caseFile, sandbox, checks, check),
    reportTampering(ledger),
    assess(readings),
  ];
}
