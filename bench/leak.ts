/** One leak at any of many places of a huge trajectory: whether it is found, seconds and peak memory. Run: npx tsx bench/leak.ts [MEGABYTES] [PLACES] [FROM TO] */
import { join } from 'node:path';
import { openCodeParser } from '../sandbox/code/parser.js';
import { ownedFolder } from '../sandbox/owned.js';
import { runDetectors } from '../src/detect/run.js';
import { floodGroup, writeFlood } from '../test/support/flood.js';

const megabytes = Number(process.argv[2] ?? 100);
const places = Number(process.argv[3] ?? 100);
/** Of the places, for runs in parts. */
const [from, to] = [Number(process.argv[4] ?? 0), Number(process.argv[5] ?? places)];

await using folder = await ownedFolder();
await using parser = await openCodeParser();
const path = join(folder.path, 'flood.jsonl');
let found = 0;
const seconds: number[] = [];
for (let place = from; place < to; place++) {
  await writeFlood(path, megabytes * 1e6, places === 1 ? 0.5 : place / (places - 1));
  const begun = performance.now();
  const { material, events } = await floodGroup(path);
  await using _ = events;
  const { leads, shown } = await runDetectors(material, parser);
  if (leads.some(({ id, detector }) => detector === 'history_access' && shown.has(id))) found += 1;
  seconds.push((performance.now() - begun) / 1000);
}
seconds.sort((a, b) => a - b);
const peak = process.resourceUsage().maxRSS / 1024;
console.log(`${megabytes} MB, ${to - from} places: found ${found}`);
console.log(
  `median ${seconds[seconds.length >> 1]?.toFixed(1)} s, worst ${seconds.at(-1)?.toFixed(1)} s, peak ${peak.toFixed(0)} MB`,
);
if (found < to - from) process.exitCode = 1;
