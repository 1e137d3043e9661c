/**
 * Many checks of every kind on every driver, some of them under a run that is killed, and then a count of what is left:
 *   node --import tsx bench/leftovers.ts [checks per driver, default 500]
 * Ends with 1 where anything is left. test/sandbox/exec/leftovers.test.ts does the same with fewer.
 */

import { checkOfEveryKind } from '../test/support/kinds.js';
import { leftoversOf } from '../test/support/leftovers.js';
import { bubblewrap, dockerAhead, dockerOverlay, dockerTar, testEngine } from '../test/support/sandboxes.js';

const checks = Number(process.argv[2] ?? 500);
const engine = await testEngine();
for (const [name, open] of Object.entries({ bubblewrap, dockerAhead, dockerOverlay, dockerTar })) {
  const begun = performance.now();
  {
    await using box = await open();
    await Promise.all(Array.from({ length: checks }, (_, n) => checkOfEveryKind(box, n)));
  }
  const left = await leftoversOf(process.pid, engine);
  const seconds = (performance.now() - begun) / 1000;
  console.log(`${name}: ${checks} checks in ${seconds.toFixed(1)} s, ${left.length} things left`);
  for (const line of left) console.log(`  ${line}`);
  if (left.length > 0) process.exitCode = 1;
}
