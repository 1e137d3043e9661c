import { expect, test } from 'vitest';
import { FORMATS } from '../../../src/events/formats.js';
import { fuzzOnce } from '../../support/fuzz.js';

const INPUTS = 2000;

test.each(FORMATS.map((format) => [format.name, format] as const))(
  '%s: damaged trajectories are read without a fault',
  (_, format) => {
    const faults: string[] = [];
    for (let seed = 1; seed <= INPUTS; seed++) {
      try {
        fuzzOnce(format, seed);
      } catch (fault) {
        faults.push(`seed ${seed}: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
  },
);
