/** The tools of a judge that writes a task's rubric from stored rollouts: those that read and check, and those that write. */
import type { RubricDraft } from '../src/grs/draft.js';
import { lookingTools } from './list.js';
import { listCandidates } from './list-candidates.js';
import { readTask } from './read-task.js';
import type { JudgeTool } from './tool.js';
import { rubricTools } from './write-rubric.js';

export function synthesizeTools(having: Parameters<typeof lookingTools>[0], draft: RubricDraft): JudgeTool[] {
  const { candidates, material } = having.caseFile;
  const { statement, hints } = material;
  return [
    listCandidates(candidates, { leads: [], findings: [] }),
    readTask({ statement, hints, reference: null }),
    ...lookingTools(having),
    ...rubricTools(draft),
  ];
}
