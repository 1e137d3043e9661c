import { expect, test } from 'vitest';
import { stopClass } from '../../../harness/providers/turn.js';
import { FAULTS, injectFaults } from '../../support/faults.js';

test('1,000 injected faults each end in a named turn, in time, without an unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => {
    unhandled.push(reason);
  };
  process.on('unhandledRejection', note);
  const reports = await injectFaults('npm test', 1000);
  await new Promise((resolve) => setTimeout(resolve, 100));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
  expect(reports).toHaveLength(1000);
  // The faults are not all the same one: every kind came up, and every class of ending.
  expect(new Set(reports.map(({ fault }) => fault))).toEqual(new Set(Object.keys(FAULTS)));
  expect(new Set(reports.map(stopClass))).toEqual(
    new Set(['answer', 'model', 'provider', 'budget', 'environment']),
  );
}, 300_000);
