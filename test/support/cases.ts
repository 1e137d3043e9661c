/** Paths and bytes of the fault cases that lie in test/cases. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

export const caseFile = (name: string): string => join(here, '..', 'cases', name);
export const caseBytes = (name: string): Buffer => readFileSync(caseFile(name));
