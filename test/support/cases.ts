/** Paths, bytes and JSON of the fault cases that lie in test/cases. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'cases');

export const caseFile = (name: string): string => join(folder, name);
export const caseBytes = (name: string): Buffer => readFileSync(caseFile(name));
export const caseText = (name: string): string => caseBytes(name).toString('utf8');
export const caseJson = (name: string): Record<string, unknown> =>
  JSON.parse(caseText(name)) as Record<string, unknown>;
/** Names of all cases that match, sorted. */
export const caseFiles = (pattern: RegExp): string[] =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort();
