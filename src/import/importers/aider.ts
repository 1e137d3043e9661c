/** Aider: chat histories, with the result file of its benchmark where one lies beside. */

import { baseName } from '../../paths.js';
import { text, wholeNumber } from '../../text/json.js';
import { type AttemptFacts, type Claim, folderOfClaim } from '../claim.js';
import { exitFacts } from '../exit.js';
import type { Importer } from '../importer.js';
import { defined } from '../row.js';
import { filesBeside, type Run, type SourceFile } from '../source.js';
import { trajectoryImporter } from '../trajectory.js';

const histories = trajectoryImporter({ name: 'aider', about: 'Aider chat histories and benchmark results' });

export const aider: Importer = {
  ...histories,
  async *claims(run) {
    for await (const claim of histories.claims(run)) yield withResult(claim, run);
  },
};

function withResult(claim: Claim, run: Run): Claim {
  const folder = folderOfClaim(claim);
  const result = filesBeside(run, folder).find(({ path }) => baseName(path) === '.aider.results.json');
  if (result === undefined) return claim;
  return {
    ...claim,
    instance: claim.instance ?? baseName(folder),
    parts: [...claim.parts, 'verdict'],
    files: [...claim.files, result],
    read: async () => ({ ...(await claim.read()), ...(await readResult(result)) }),
  };
}

/** Each try runs the tests; the last one decides. */
async function readResult(file: SourceFile): Promise<AttemptFacts> {
  const result = await file.outline();
  const outcomes = Array.isArray(result?.['tests_outcomes']) ? result['tests_outcomes'] : [];
  const last = outcomes.at(-1);
  const exhausted = (wholeNumber(result?.['num_exhausted_context_windows']) ?? 0) > 0;
  return {
    ...exitFacts(exhausted ? 'context' : undefined, true),
    ...(typeof last === 'boolean' && { passed: last }),
    policy: defined({ model: result ? text(result, 'model') : undefined, harness: 'aider' }),
  };
}
