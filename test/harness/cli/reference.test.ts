/** Both filters, as real processes, against exact fractions on many random groups. */
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { expectAdvantages, expectShape } from '../../reference/expect.js';
import { randomAdvantages, randomFrom, randomShape } from '../../reference/random.js';
import { startGagar } from './gagar.js';

/** Twenty seconds on a free machine; a busy one may take longer. */
const MINUTES = 240_000;

/** Feeds `count` random groups and compares each answer, in order, with the exact one. */
async function compareAll<Group, Answer>(
  command: string,
  count: number,
  make: (random: () => number, index: number) => Group,
  compare: (group: Group, answer: Answer) => void,
): Promise<void> {
  const child = startGagar(command);
  const waiting: Group[] = [];
  const random = randomFrom(2026);
  function* groups() {
    for (let index = 0; index < count; index++) {
      const group = make(random, index);
      waiting.push(group);
      yield `${JSON.stringify(group)}\n`;
    }
  }
  const fed = pipeline(Readable.from(groups()), child.stdin);
  let answered = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    compare(waiting.shift()!, JSON.parse(line) as Answer);
    answered += 1;
  }
  await fed;
  expect(answered).toBe(count);
}

test(
  'gagar advantages equals the exact fractions on 100,000 random groups',
  async () => {
    await compareAll('advantages', 100_000, randomAdvantages, expectAdvantages);
  },
  MINUTES,
);

test(
  'gagar shape equals the exact fractions on 10,000 random groups',
  async () => {
    await compareAll('shape', 10_000, randomShape, expectShape);
  },
  MINUTES,
);
