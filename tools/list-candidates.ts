/** `list_candidates`: everybody in the group at a glance, with the leads that are still open. */
import { z } from 'zod';
import type { SeenCandidate } from '../src/judge/case.js';
import type { Ledger } from '../src/judge/ledger.js';
import type { Lead } from '../src/records/citation.js';
import { renderMessageLine } from '../src/text/render.js';
import * as inputs from './inputs.js';
import { paged } from './paging.js';
import { placeLine } from './place.js';
import { defineTool, type JudgeTool } from './tool.js';

export const listCandidates = (
  candidates: readonly SeenCandidate[],
  ledger: Pick<Ledger, 'leads' | 'findings'>,
): JudgeTool =>
  defineTool({
    name: 'list_candidates',
    description:
      'All candidates: passed or failed, size of the patch, turns, tokens, tests, findings so far, and each open lead with its claim and place.',
    input: z.strictObject({ from: inputs.from }),
    run: async ({ from }) => {
      const lines = candidates.flatMap((candidate) => [
        overview(candidate, ledger),
        ...ledger.leads
          .filter((lead) => lead.candidate === candidate.alias && lead.status === 'left_open')
          .map(leadLine),
      ]);
      const parts = await paged(lines.slice(from - 1), {
        from,
        total: lines.length,
        again: (next) => `list_candidates with from=${next}`,
      });
      return { parts };
    },
  });

function overview(
  { alias, passed, representative, material }: SeenCandidate,
  { findings }: Pick<Ledger, 'findings'>,
) {
  const { patch, rollout, events } = material;
  const count = findings.filter(({ candidate }) => candidate === alias).length;
  const added = patch.files.reduce((sum, file) => sum + file.added, 0);
  const deleted = patch.files.reduce((sum, file) => sum + file.deleted, 0);
  const turns = rollout.turns ?? events?.turnCount;
  return [
    `${alias} ${passed ? 'passed' : 'failed'}`,
    patch.state === 'applied'
      ? `${patch.files.length} ${patch.files.length === 1 ? 'file' : 'files'} +${added} -${deleted}`
      : `patch ${patch.state}${patch.reason === undefined ? '' : ` (${patch.reason})`}`,
    turns === undefined ? null : `${turns} turns`,
    rollout.tokens === undefined ? null : `${rollout.tokens} tokens`,
    testsOf(material.rollout),
    representative === alias ? null : `same tree as ${representative}, which stands for both`,
    count === 0 ? null : `${count} findings`,
  ]
    .filter((fact) => fact !== null)
    .join('; ');
}

function testsOf({ tests }: SeenCandidate['material']['rollout']): string | null {
  if (tests === undefined) return null;
  const status = Object.values(tests.status);
  return `tests: ${status.filter((one) => one === 'pass').length} of ${status.length} pass`;
}

const leadLine = ({ id, detector, claim, citations }: Lead): string =>
  `  ${id} ${detector}: ${renderMessageLine(claim)}${citations[0] === undefined ? '' : ` [${placeLine(citations[0])}]`}`;
