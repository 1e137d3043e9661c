import { expect, test } from 'vitest';
import { IMPORT_FORMATS } from '../../support/import.js';
import { fuzzImport } from '../../support/import-fuzz.js';

const INPUTS = 2000;

test.each(IMPORT_FORMATS)(
  `%s: ${INPUTS} damaged runs come to groups, and none throws`,
  async (format) => {
    const faults: string[] = [];
    for (let seed = 1; seed <= INPUTS; seed++)
      await fuzzImport(format, seed).catch((fault: unknown) => faults.push(`seed ${seed}: ${fault}`));
    expect(faults.slice(0, 5)).toEqual([]);
  },
  300_000,
);
