/** ATIF trajectories that lie alone, with the files that continue them; those of a Harbor trial are read with it. */
import { baseName, folderOf } from '../../paths.js';
import { isObject, type JsonObject, text, wholeNumber } from '../../text/json.js';
import type { AttemptFacts } from '../claim.js';
import { defined } from '../row.js';
import { filesBeside, type Run, type SourceFile, stemOf } from '../source.js';
import { trajectoryImporter } from '../trajectory.js';

const CONTINUED = /\.cont-(\d{1,6})\.json$/;

export const atif = trajectoryImporter({
  name: 'atif',
  about: 'ATIF trajectories (trajectory.json and its continuations)',
  more: (file, run) => (CONTINUED.test(file.path) ? null : continuationsOf(file, run)),
  facts: (document) => (document === null ? {} : atifFacts(document)),
});

/** `trajectory.cont-2.json`, … of `trajectory.json`, by number. */
export function continuationsOf(file: SourceFile, run: Run): readonly SourceFile[] {
  const numberOf = ({ path }: SourceFile): number => Number(CONTINUED.exec(path)?.[1] ?? 0);
  return filesBeside(run, folderOf(file.path))
    .filter(({ path }) => CONTINUED.test(path))
    .filter(({ path }) => baseName(path).startsWith(`${stemOf(file.path)}.cont-`))
    .sort((a, b) => numberOf(a) - numberOf(b));
}

function atifFacts(document: JsonObject): AttemptFacts {
  const agent = isObject(document['agent']) ? document['agent'] : {};
  const metrics = isObject(document['final_metrics']) ? document['final_metrics'] : {};
  const tokens = wholeNumber(metrics['total_completion_tokens']);
  return {
    ...(tokens !== null && tokens > 0 && { tokens }),
    policy: defined({
      model: text(agent, 'model_name'),
      harness: text(agent, 'name'),
      version: text(agent, 'version'),
    }),
  };
}
