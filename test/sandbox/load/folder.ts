/** A temporary folder that removes itself. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface TempFolder extends Disposable {
  readonly path: string;
  /** Absolute path of something inside. */
  at(name: string): string;
  /** Writes a file, with the folders on its way. */
  write(name: string, content: string | Uint8Array): string;
}

export function tempFolder(): TempFolder {
  const path = mkdtempSync(join(tmpdir(), 'gagar-load-'));
  const at = (name: string): string => join(path, name);
  return {
    path,
    at,
    write(name, content) {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), content);
      return at(name);
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('was accepted');
}
