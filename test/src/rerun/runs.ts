/** Test runs as the verdicts on them see them. */
import type { ItemStatus } from '../../../src/rerun/report.js';
import type { TestRun } from '../../../src/rerun/verdict.js';

export const run = (statuses: Record<string, ItemStatus>, more: Partial<TestRun> = {}): TestRun => ({
  exitCode: Object.values(statuses).every((status) => status === 'pass') ? 0 : 1,
  stopped: null,
  items: new Map(
    Object.entries(statuses).map(([id, status]) => [id, { status, runner: 'unittest', home: 't.py' }]),
  ),
  collected: Object.keys(statuses),
  foreign: 0,
  claims: new Map(),
  ...more,
});
export const claimed = (claims: Record<string, ItemStatus>, exitCode: number): TestRun =>
  run({}, { claims: new Map(Object.entries(claims)), exitCode });
export const GREEN = run({ a: 'pass', b: 'pass' });
