/** A private temporary folder that goes away with its owner. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PrivateFolder extends AsyncDisposable {
  readonly path: string;
}

/** Makes a folder that only this user can enter, below `parent` or the system's place for temporary files. */
export async function privateFolder(parent = tmpdir()): Promise<PrivateFolder> {
  const path = await mkdtemp(join(parent, 'gagar-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
