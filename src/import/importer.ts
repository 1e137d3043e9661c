/** The port of an import format: which files of a run are its trials, and what they say. */
import type { Claim } from './claim.js';
import type { Run } from './source.js';

export interface Importer {
  readonly name: string;
  /** What it reads, in a few words. */
  readonly about: string;
  /** True where its files hold a verdict or patches but no trajectory: those of agents are looked for beside them. */
  readonly resultsOnly?: true;
  /** The attempts in the files of a run; files that another importer took are not among them. */
  claims(run: Run): AsyncIterable<Claim>;
}
