import { expect, test } from 'vitest';
import { inTurn } from '../../harness/in-turn.js';

async function* numbers(count: number, drawn: number[] = []): AsyncGenerator<number, void> {
  for (let at = 1; at <= count; at++) {
    drawn.push(at);
    yield at;
  }
}
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

test('every item is worked once, and never more at a time than there are workers', async () => {
  let busy = 0;
  let most = 0;
  const done = await inTurn(numbers(20), 3, async (item) => {
    busy += 1;
    most = Math.max(most, busy);
    await soon();
    busy -= 1;
    return item * 2;
  });
  expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => (at + 1) * 2));
  expect(most).toBe(3);
});

test('the first failure ends it: nothing further is drawn, and the workers have stopped', async () => {
  const drawn: number[] = [];
  let running = 0;
  const work = inTurn(numbers(100, drawn), 2, async (item) => {
    running += 1;
    await soon();
    running -= 1;
    if (item === 3) throw new Error('three');
  });
  await expect(work).rejects.toThrow('three');
  expect(running).toBe(0);
  expect(drawn.length).toBeLessThan(10);
});
