/** Finds the package on disk once, and reads the data that ships with it: version, rubrics, prompts. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault } from '../src/fault.js';

function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder)
      throw new Fault('internal', 'package.json of gagar was not found above its own code');
    folder = parent;
  }
  return folder;
}

/** Folder that holds package.json, rubrics/ and prompts/, from source and from dist alike. */
export const packageRoot = findRoot();

export const packageVersion = (): string =>
  (JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }).version;

/** Path of a shipped file, e.g. `assetPath('rubrics', 'code-quality.yaml')`. */
export const assetPath = (...parts: string[]): string => join(packageRoot, ...parts);

/** Bytes of a shipped file as text. @throws Fault environment when the package is incomplete. */
export function readAsset(...parts: string[]): string {
  const path = assetPath(...parts);
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Fault('environment', `${path} is missing: reinstall gagar`, { file: path }, { cause });
  }
}
