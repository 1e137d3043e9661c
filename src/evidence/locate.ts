/** Finds the text that a citation names, rendered as the tools show it, with the lines around it. */
import type { GroupMaterial } from '../material.js';
import type { Citation, CitationOf, LineRange } from '../records/citation.js';
import { renderBytes, renderName, renderText } from '../text/render.js';
import type { CheckReader } from './checks.js';
import { inEvent } from './in-event.js';
import { inFile } from './in-file.js';
import { inLog } from './in-log.js';
import { inPatch } from './in-patch.js';
import { type Located, MAX_CITED_LINES, nowhere, wholeText } from './located.js';

export async function locate(
  citation: Citation,
  material: GroupMaterial,
  checks: CheckReader | undefined,
): Promise<Located> {
  const problem = 'lines' in citation ? rangeProblem(citation.lines) : null;
  if (problem !== null) return nowhere(problem);
  switch (citation.kind) {
    case 'task':
      return wholeText(renderText(material.statement), 'task statement');
    case 'check':
      return await inCheck(citation, checks);
    case 'file':
      return await inFile(citation, material);
  }
  const candidate = material.candidates.find(({ id }) => id === citation.candidate);
  if (!candidate) return nowhere(`there is no candidate ${renderName(citation.candidate)}`);
  switch (citation.kind) {
    case 'patch':
      return inPatch(citation, candidate);
    case 'event':
      return await inEvent(citation, candidate);
    case 'test_log':
      return await inLog(citation, candidate.testLog);
  }
}

function rangeProblem([from, to]: LineRange): string | null {
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 1 || to < from) {
    return 'lines are 1-based, and run from the smaller to the larger number';
  }
  return to - from < MAX_CITED_LINES ? null : `a citation covers at most ${MAX_CITED_LINES} lines`;
}

async function inCheck(
  { check_id, stream }: CitationOf<'check'>,
  checks: CheckReader | undefined,
): Promise<Located> {
  const check = (await checks?.get(check_id)) ?? null;
  if (check === null) return nowhere('no such check was recorded');
  const bytes = check[stream];
  if (bytes === null) return nowhere(`the check has no ${stream}`);
  return wholeText(renderBytes(bytes), `${stream} of ${renderName(check_id)}`, { checkTree: check.tree });
}
