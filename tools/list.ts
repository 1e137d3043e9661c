/** The hand-written list of the judge's tools; a tool is one file here and one line below. */
import type { Sandbox } from '../sandbox/exec/port.js';
import type { Workspace } from '../sandbox/git/workspace.js';
import type { FileDiff } from '../src/diff/model.js';
import type { Case } from '../src/judge/case.js';
import type { Ledger } from '../src/judge/ledger.js';
import type { CheckBook } from './checks.js';
import { closeLead } from './close-lead.js';
import { comparePatches } from './compare-patches.js';
import { finish } from './finish.js';
import { listCandidates } from './list-candidates.js';
import { readEvents } from './read-events.js';
import { readFile } from './read-file.js';
import { readSummaries } from './read-summaries.js';
import { readTask } from './read-task.js';
import { readTestLog } from './read-test-log.js';
import { recordFinding } from './record-finding.js';
import { reportTampering } from './report-tampering.js';
import { type RunAgain, rerun } from './rerun.js';
import { type CheckOptions, runCheck } from './run-check.js';
import { searchCode } from './search-code.js';
import { searchEvents } from './search-events.js';
import { type RunShell, shell } from './shell.js';
import { showPatch } from './show-patch.js';
import type { JudgeTool } from './tool.js';

export interface Instruments {
  readonly caseFile: Case;
  readonly ledger: Ledger;
  readonly workspace: Pick<Workspace, 'search' | 'searchAll'>;
  readonly sandbox: Sandbox;
  readonly checks: CheckBook;
  readonly check: CheckOptions;
  /** null where the configuration does not show it. */
  readonly reference: readonly FileDiff[] | null;
  readonly again: RunAgain;
  readonly runShell: RunShell;
}

/** Those that look at candidates side by side, whatever comes of it. */
export function lookingTools({
  caseFile,
  workspace,
  sandbox,
  checks,
  check,
}: Pick<Instruments, 'caseFile' | 'workspace' | 'sandbox' | 'checks' | 'check'>): JudgeTool[] {
  return [
    readSummaries(caseFile),
    readEvents(caseFile),
    searchEvents(caseFile),
    showPatch(caseFile),
    comparePatches(caseFile),
    readFile(caseFile),
    searchCode(caseFile, workspace),
    readTestLog(caseFile),
    runCheck(caseFile, sandbox, checks, check),
  ];
}

export function judgeTools(having: Instruments): JudgeTool[] {
  const { caseFile, ledger, checks, reference } = having;
  const { statement, hints } = caseFile.material;
  return [
    listCandidates(caseFile.candidates, ledger),
    readTask({ statement, hints, reference }),
    ...lookingTools(having),
    rerun(caseFile, checks, having.again),
    shell(having.runShell),
    recordFinding(ledger),
    closeLead(ledger),
    reportTampering(ledger),
    finish(ledger),
  ];
}
