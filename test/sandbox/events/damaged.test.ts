import { expect, test } from 'vitest';
import { memoryBytes } from '../../../sandbox/bytes.js';
import { openEvents } from '../../../sandbox/events/open.js';
import { formatNamed } from '../../../src/events/formats.js';
import type { TrajectoryFormat } from '../../../src/vocabulary.js';
import { Chance } from '../../support/chance.js';
import { FIXTURES, fixtureBytes } from '../../support/fixtures.js';

/** Bytes that are cut, doubled, or no longer what they were. */
function damagedBytes(bytes: Buffer, chance: Chance): Buffer {
  const [one, other] = [chance.below(bytes.length), chance.below(bytes.length)];
  const [from, to] = [Math.min(one, other), Math.max(one, other)];
  switch (chance.below(4)) {
    case 0:
      return bytes.subarray(0, to);
    case 1:
      return bytes.subarray(from);
    case 2:
      return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
    default:
      return Buffer.from(bytes.map((byte) => (chance.below(40) === 0 ? chance.below(256) : byte)));
  }
}

test.each(FIXTURES)('%s: whatever happens to its bytes, what is indexed can be read', async (path) => {
  const format = formatNamed(path.split('/')[0] as TrajectoryFormat);
  const whole = fixtureBytes(path);
  for (let seed = 1; seed <= 12; seed++) {
    const bytes = damagedBytes(whole, new Chance(seed));
    await using index = await openEvents(format, [memoryBytes(bytes, path)]);
    let count = 0;
    for await (const event of index.events()) {
      count += 1;
      expect([event.id, Buffer.byteLength(event.input)]).toEqual([`e${count}`, event.input_bytes ?? 0]);
    }
    expect([seed, count]).toEqual([seed, index.count]);
  }
});
