import { expect, test } from 'vitest';
import { ROWS } from '../../../src/detect/catalogue.js';
import type { Detector } from '../../../src/detect/detector.js';
import { DETECTORS } from '../../../src/detect/list.js';

const detectors: readonly Detector[] = DETECTORS;

test.each(ROWS)('%s: some detector asks after it', (row) => {
  expect(detectors.filter(({ rows }) => rows?.includes(row)).map(({ name }) => name)).not.toEqual([]);
});
