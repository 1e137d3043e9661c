/** Changes that no other solution makes, and those that nothing connects with the task. */
import { expect, test } from 'vitest';
import { detect, voice } from '../../../support/detect.js';

const BASE = {
  'src/core.py': 'def price(order):\n    return order.total\n',
  'src/report.py': 'def banner(width):\n    return "=" * width\n',
  'src/view.py': 'def show(order):\n    return render(order)\n',
};
const FIX = { 'src/core.py': 'def price(order):\n    return order.total - order.discount\n' };
const PEERS = [
  {
    id: 'b',
    files: { 'src/core.py': 'def price(order):\n    return max(0, order.total - order.discount)\n' },
  },
  {
    id: 'c',
    files: { 'src/core.py': 'def price(order):\n    return order.total - (order.discount or 0)\n' },
  },
];

test('a change that nothing connects with the task is unrelated', async () => {
  const files = { ...FIX, 'src/report.py': 'def banner(width):\n    return "-" * width\n' };
  const detected = await detect({
    base: BASE,
    statement: 'The discount is missing.',
    candidates: [{ id: 'a', files }, ...PEERS],
  });
  expect(voice(detected, 'unrelated_change')).toBe('shown');
  expect(voice(detected, 'unshared_change')).toBe('asked');
  expect(detected.measures.get('a')).toMatchObject({
    places: 2,
    unshared_places: 1,
    unshared_files: 1,
    other_solutions: 2,
  });
});

test('a call site that needs the change too is alone, but not unrelated', async () => {
  const files = { ...FIX, 'src/view.py': 'def show(order):\n    return render(order, order.discount)\n' };
  const detected = await detect({
    base: BASE,
    statement: 'It is wrong.',
    candidates: [{ id: 'a', files }, ...PEERS],
  });
  expect(voice(detected, 'unrelated_change')).toBe('silent');
  expect(voice(detected, 'unshared_change')).toBe('asked');
});

test('without two other solutions nothing is called unrelated', async () => {
  const files = { ...FIX, 'src/report.py': 'def banner(width):\n    return "-" * width\n' };
  const detected = await detect({ base: BASE, candidates: [{ id: 'a', files }, ...PEERS.slice(0, 1)] });
  expect(voice(detected, 'unrelated_change')).toBe('silent');
});

test('changes far apart in one file are different places, neighbours are one', async () => {
  const lines = (change: number, value: string) =>
    Array.from({ length: 60 }, (_, index) => `x${index} = ${index === change ? value : index}\n`).join('');
  const spec = (mine: number) => ({
    base: { 'src/a.py': lines(-1, '') },
    candidates: [
      { id: 'a', files: { 'src/a.py': lines(mine, '"a"') } },
      { id: 'b', files: { 'src/a.py': lines(10, '"b"') } },
    ],
  });
  const unshared = async (mine: number) => (await detect(spec(mine))).measures.get('a')?.unshared_places;
  expect([
    await unshared(10),
    await unshared(13),
    await unshared(14),
    await unshared(7),
    await unshared(50),
  ]).toEqual([0, 0, 1, 0, 1]);
});
