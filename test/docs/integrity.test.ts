import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { assetPath } from '../../harness/assets.js';
import { ROWS } from '../../src/detect/catalogue.js';
import type { Detector } from '../../src/detect/detector.js';
import { DETECTORS } from '../../src/detect/list.js';

const page = readFileSync(assetPath('docs/integrity.md'), 'utf8');
const table = new Map(
  [...page.matchAll(/^\| (R\d\d) +\| .+ \| (.+) \|$/gm)].map(([, row, names]) => [
    row,
    [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  ]),
);

test('the catalogue of the page is that of the code', () => {
  const detectors: readonly Detector[] = DETECTORS;
  expect([...table]).toEqual(
    ROWS.map((row) => [row, detectors.filter(({ rows }) => rows?.includes(row)).map(({ name }) => name)]),
  );
});
