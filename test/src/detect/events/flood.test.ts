import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCodeParser } from '../../../../sandbox/code/parser.js';
import { ownedFolder } from '../../../../sandbox/owned.js';
import { runDetectors } from '../../../../src/detect/run.js';
import { voice } from '../../../support/detect.js';
import { floodGroup, writeFlood } from '../../../support/flood.js';

test.each([
  { place: 0, says: 'shown' },
  { place: 0.5, says: 'shown' },
  { place: 1, says: 'shown' },
  { place: null, says: 'silent' },
] as const)('a leak at $place of a long trajectory is $says', async ({ place, says }) => {
  await using folder = await ownedFolder();
  await using parser = await openCodeParser();
  const path = join(folder.path, 'flood.jsonl');
  await writeFlood(path, 1_000_000, place);
  const { material, events } = await floodGroup(path);
  await using _ = events;
  expect(voice(await runDetectors(material, parser), 'history_access')).toBe(says);
});
