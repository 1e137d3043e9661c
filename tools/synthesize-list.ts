/** The tools of a judge that writes a task's rubric from stored rollouts: those that read and check, and those that write. */
import type { RubricDraft } from '../src/grs/draft.js';
import { comparePatches } from './compare-patches.js';
import type { Instruments } from './list.js';
import { listCandidates } from './list-candidates.js';
import { readEvents } from './read-events.js';
import { readFile } from './read-file.js';
import { readSummaries } from './read-summaries.js';
import { readTask } from './read-task.js';
import { readTestLog } from './read-test-log.js';
import { runCheck } from './run-check.js';
import { searchCode } from './search-code.js';
import { searchEvents } from './search-events.js';
import { showPatch } from './show-patch.js';
import type { JudgeTool } from './tool.js';
import { rubricTools } from './write-rubric.js';

type Having = Pick<Instruments, 'seen' | 'workspace' | 'sandbox' | 'checks' | 'check'>;

export function synthesizeTools(
  { seen, workspace, sandbox, checks, check }: Having,
  draft: RubricDraft,
): JudgeTool[] {
  const { statement, hints } = seen.material;
  return [
    listCandidates(seen.candidates, { leads: [], findings: [] }),
    readTask({ statement, hints, reference: null }),
    readSummaries(seen),
    readEvents(seen),
    searchEvents(seen),
    showPatch(seen),
    comparePatches(seen),
    readFile(seen),
    searchCode(seen, workspace),
    readTestLog(seen),
    runCheck(seen, sandbox, checks, check),
    ...rubricTools(draft),
  ];
}
