import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadGroup } from '../../../sandbox/load/group.js';
import { verifyFiles } from '../../../sandbox/load/verify.js';
import { importerNames } from '../../../src/import/importers.js';
import { freshFolder } from '../../support/folder.js';
import { IMPORT_FIXTURES, IMPORT_FORMATS, importing, outlineOf, runsOf } from '../../support/import.js';

test('every import format has a fixture', () => {
  expect([...IMPORT_FORMATS]).toEqual(importerNames().sort());
});

test.each(IMPORT_FORMATS)('%s is recognised, and comes to the groups that are expected', async (format) => {
  const out = join(await freshFolder(), 'out');
  const { groups, problems } = await importing(runsOf(format), out);
  const outline = groups.map(({ folder }) => outlineOf(folder)).join('\n');
  expect(outline).toBe(readFileSync(join(IMPORT_FIXTURES, format, 'expected.txt'), 'utf8'));
  expect(problems).toEqual([]);
  for (const { folder } of groups) expect((await verifyFiles(await loadGroup(folder))).problems).toEqual([]);
});

test.each(IMPORT_FORMATS)('%s by its own name finds the same as auto', async (format) => {
  const folder = await freshFolder();
  const auto = await importing(runsOf(format), join(folder, 'auto', 'out'));
  const named = await importing(runsOf(format), join(folder, 'named', 'out'), { format });
  const outlines = ({ groups }: typeof auto): string[] => groups.map((group) => outlineOf(group.folder));
  expect(outlines(named)).toEqual(outlines(auto));
});
