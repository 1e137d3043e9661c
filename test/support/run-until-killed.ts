/** A run that is killed in the middle: opens the driver named in its argument and keeps checks of every kind in flight. */
import { checkOfEveryKind } from './kinds.js';
import { bubblewrap, dockerAhead, dockerOverlay, dockerTar } from './sandboxes.js';

const OPEN = { bubblewrap, dockerAhead, dockerOverlay, dockerTar };
const box = await OPEN[process.argv[2] as keyof typeof OPEN]();
let n = 0;
const keepBusy = async (): Promise<void> => {
  for (;;) {
    n += 1;
    await checkOfEveryKind(box, n);
    process.stdout.write(`${n}\n`);
  }
};
await Promise.all([keepBusy(), keepBusy(), keepBusy(), keepBusy()]);
