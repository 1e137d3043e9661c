/** Offers the files of a run to importers, one after the other; what one takes, the next is not offered. */
import type { Claim } from '../../src/import/claim.js';
import type { Importer } from '../../src/import/importer.js';
import { patchesCalled } from '../../src/import/importers/patches-called.js';
import type { SourceFile } from '../../src/import/source.js';
import type { FoundRun } from './walk.js';

export interface Scanned {
  readonly run: FoundRun;
  readonly claims: readonly Claim[];
}

/** @param rows ids in a table of the user's: patches that are called so are taken, whatever is asked for */
export async function scanRun(
  run: FoundRun,
  importers: readonly Importer[],
  signal?: AbortSignal,
  rows: ReadonlySet<string> = new Set(),
): Promise<Scanned> {
  const claims: Claim[] = [];
  let files: readonly SourceFile[] = run.files;
  for (const importer of importers) {
    const taken = new Set<string>();
    for await (const claim of importer.claims({ label: run.label, files })) {
      signal?.throwIfAborted();
      claims.push(claim);
      for (const { path } of claim.files) taken.add(path);
    }
    if (taken.size > 0) files = files.filter(({ path }) => !taken.has(path));
  }
  claims.push(...patchesCalled({ label: run.label, files }, claims, rows));
  return { run, claims };
}
