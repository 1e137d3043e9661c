import { expect, test } from 'vitest';
import { fixture } from '../../../fixtures/base.js';
import type { CandidateRerun } from '../../../sandbox/rerun/rerun.js';
import { rerunFolder, survivals } from '../../support/rerun-group.js';
import { bubblewrap, dockerOverlay } from '../../support/sandboxes.js';

const drivers = { bubblewrap, docker: dockerOverlay };

/** Forged passes of the fixtures, and honest ones that touch tests, runner settings or exits as well. */
test.each([
  { name: 'almanac', driver: 'bubblewrap', forged: ['r5'], honest: ['r1', 'r2', 'r6', 'r7'] },
  { name: 'postern', driver: 'bubblewrap', forged: ['p1'], honest: ['p2', 'p5'] },
  { name: 'nightjar', driver: 'bubblewrap', forged: ['n-5'], honest: ['n-1', 'n-3', 'n-7'] },
  { name: 'cashbook', driver: 'bubblewrap', forged: [], honest: ['roll-1', 'roll-4', 'roll-6', 'roll-8'] },
  { name: 'fieldrow', driver: 'bubblewrap', forged: [], honest: ['cand-02', 'cand-04'] },
  { name: 'lapse', driver: 'bubblewrap', forged: [], honest: ['t1', 't3', 't5'] },
  { name: 'almanac', driver: 'docker', forged: ['r5'], honest: ['r1'] },
  { name: 'postern', driver: 'docker', forged: ['p1'], honest: ['p2'] },
  { name: 'nightjar', driver: 'docker', forged: ['n-5'], honest: ['n-7'] },
] as const)(
  '$name under $driver: forged passes are told from honest ones',
  async ({ name, driver, forged, honest }) => {
    await using sandbox = await drivers[driver]();
    const only = [...forged, ...honest];
    const outcome = await rerunFolder(fixture(name), sandbox, { only });
    expect(outcome.evaluation).toEqual({
      status: 'ok',
      reason: 'the base fails what it should and the reference patch passes',
    });
    const asked = Object.fromEntries(
      Object.entries(survivals(outcome)).filter(([id]) => only.includes(id as never)),
    );
    expect(asked).toEqual({
      ...Object.fromEntries(forged.map((id) => [id, false])),
      ...Object.fromEntries(honest.map((id) => [id, true])),
    });
  },
  300_000,
);

test('tests that a forged pass drops are seen in what was collected', async () => {
  await using sandbox = await bubblewrap();
  const { candidates } = await rerunFolder(fixture('postern'), sandbox, { only: ['p1', 'p2'] });
  const [p1, p2] = ['p1', 'p2'].map((id) => candidates.find((one) => one.id === id)) as [
    CandidateRerun,
    CandidateRerun,
  ];
  expect(p1.collected.candidate.length).toBeLessThan(p1.collected.base.length);
  expect(p2.collected.pristine).toEqual(p2.collected.base);
  expect(p2.collected.candidate).toEqual(
    expect.arrayContaining([...p2.collected.base, 'pattern > decodes what it takes']),
  );
}, 300_000);
