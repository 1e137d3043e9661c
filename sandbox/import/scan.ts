/** Offers the files of a run to importers, one after the other; what one takes, the next is not offered. */
import type { Claim } from '../../src/import/claim.js';
import type { Importer } from '../../src/import/importer.js';
import { patchesCalled } from '../../src/import/importers/patches-called.js';
import type { Run, SourceFile } from '../../src/import/source.js';

export interface Scanned<Found extends Run = Run> {
  readonly run: Found;
  readonly claims: readonly Claim[];
}

/** @param rows ids in a table of the user's: patches that are called so are taken, whatever is asked for */
export async function scanRun<Found extends Run>(
  run: Found,
  importers: readonly Importer[],
  signal?: AbortSignal,
  rows: ReadonlySet<string> = new Set(),
): Promise<Scanned<Found>> {
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
