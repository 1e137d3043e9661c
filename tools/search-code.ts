/** `search_code`: git's own search over the base, one candidate, or all of them. */
import { z } from 'zod';
import type { Workspace } from '../sandbox/git/workspace.js';
import { BASE } from '../src/evidence/provenance.js';
import type { Case } from '../src/judge/case.js';
import * as inputs from './inputs.js';
import { paged } from './paging.js';
import { defineTool, type JudgeTool, type Part } from './tool.js';

const MAX_MATCHES = 300;

export const searchCode = (
  caseFile: Pick<Case, 'candidates' | 'tree'>,
  workspace: Pick<Workspace, 'search' | 'searchAll'>,
): JudgeTool =>
  defineTool({
    name: 'search_code',
    description:
      'Lines of code that hold a text or match a POSIX extended regular expression, in the base or in a candidate; tree `all` compares every candidate with the base.',
    input: z.strictObject({
      tree: inputs.tree.describe('`base`, the alias of a candidate, or `all`.'),
      pattern: inputs.pattern,
      regex: inputs.regex,
      ignore_case: inputs.ignore_case,
      paths: z.array(inputs.path).max(50).optional().describe('Files and folders to stay inside of.'),
      from: inputs.from,
    }),
    run: async ({ tree, pattern, regex, ignore_case, paths, from }) => {
      const query = {
        pattern,
        isRegex: regex,
        ignoreCase: ignore_case,
        limit: MAX_MATCHES,
        ...(paths !== undefined && { paths }),
      };
      const { lines, complete } =
        tree === 'all'
          ? await everywhere(caseFile, workspace, query)
          : await inTree(await workspace.search(caseFile.tree(tree), query));
      if (lines.length === 0) return { parts: ['nothing matches'] };
      const again = (next: number): string => `the same search with from=${next}`;
      const parts = await paged(lines.slice(from - 1), { from, total: lines.length, unit: 'matches', again });
      const more: Part[] = complete ? [] : ['[more lines match; search a longer text, or inside of paths]'];
      return { parts: [...parts, ...more] };
    },
  });

interface Found {
  readonly lines: readonly string[];
  readonly complete: boolean;
}

type Result = Awaited<ReturnType<Workspace['search']>>;

const inTree = ({ matches, complete }: Result): Found => ({
  lines: matches.map(({ path, line, text }) => `${path}:${line}: ${text}`),
  complete,
});

/** The lines of the base, then for each candidate only those that the base has not. */
async function everywhere(
  { candidates, tree }: Pick<Case, 'candidates' | 'tree'>,
  workspace: Pick<Workspace, 'searchAll'>,
  query: Parameters<Workspace['searchAll']>[1],
): Promise<Found> {
  const owners = candidates.filter(
    ({ alias, representative, material }) => material.tree !== null && alias === representative,
  );
  const base = tree(BASE);
  const trees = owners.map(({ alias }) => tree(alias));
  const results = await workspace.searchAll([base, ...trees], query);
  const keyOf = ({ path, text }: Result['matches'][number]): string => `${path}\n${text}`;
  const inBase = results.get(base.oid);
  const known = new Set(inBase?.matches.map(keyOf));
  const lines = (inBase?.matches ?? []).map(({ path, line, text }) => `base ${path}:${line}: ${text}`);
  for (const [index, { alias }] of owners.entries()) {
    const own = results.get(trees[index]?.oid ?? '')?.matches ?? [];
    const fresh = own.filter((match) => !known.has(keyOf(match)));
    lines.push(...fresh.map(({ path, line, text }) => `${alias} ${path}:${line}: ${text}`));
  }
  return { lines, complete: [...results.values()].every(({ complete }) => complete) };
}
