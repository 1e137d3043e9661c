import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_BUDGET } from '../../../harness/judge/budget.js';
import type { ModelRequest } from '../../../harness/providers/port.js';
import { type ScriptPlay, type ScriptTurn, scripted } from '../../../harness/providers/scripted.js';
import { STOPS } from '../../../harness/providers/turn.js';
import { Fault } from '../../../src/fault.js';
import { dice } from '../../../src/judge/alias.js';
import { Result } from '../../../src/records/result.js';
import { FALLBACK_REASONS } from '../../../src/vocabulary.js';
import { curious, isScoring, thenScore } from '../../support/examiner.js';
import { judgeOf, type TestBench, testBench } from '../../support/grading.js';
import { scoresFor, submit } from '../../support/scoring.js';

let lab: TestBench;
beforeAll(async () => {
  lab = await testBench();
});
afterAll(() => lab[Symbol.asyncDispose]());

const RUNS = 200;
const VALUES = [
  null,
  -1,
  1e300,
  '',
  'base',
  'c-zzzz',
  [],
  {},
  [null],
  true,
  '__proto__',
  7.5,
  'x'.repeat(5000),
];
const KEYS = [
  'candidate',
  'tree',
  'path',
  'from',
  'to',
  'pattern',
  'claim',
  'citations',
  'lead',
  'nothing_found',
  '__proto__',
];

type Roll = ReturnType<typeof dice>;
const pick = <T>(roll: Roll, items: readonly T[]): T => items[roll(items.length)] as T;

const garbage = (roll: Roll): string =>
  JSON.stringify(
    Object.fromEntries(Array.from({ length: roll(4) }, () => [pick(roll, KEYS), pick(roll, VALUES)])),
  );

/** One turn that goes wrong in some way, or not at all. */
function faulty(roll: Roll, request: ModelRequest, good: ScriptTurn | undefined): ScriptTurn | undefined {
  switch (roll(9)) {
    case 0:
      return { stop: pick(roll, STOPS), text: 'half a verdict' };
    case 1:
      return { text: 'T1! {"tier": "T1"}' };
    case 2:
      return { calls: [{ name: pick(roll, request.tools).name, arguments: garbage(roll) }] };
    case 3:
      return {
        calls: [
          { name: pick(roll, ['constructor', '', 'submit_scores', 'finish']), arguments: garbage(roll) },
        ],
      };
    case 4:
      return {
        calls: [
          {
            name: pick(roll, request.tools).name,
            arguments: pick(roll, ['{', '[1]', 'null', '"x"', '{"a":NaN}']),
          },
        ],
      };
    case 5:
      return isScoring(request)
        ? submit(scoresFor(request, () => pick(roll, [...VALUES, 1, 3, 4, 5])))
        : good;
    default:
      return good;
  }
}

test(`${RUNS} judges that go wrong at the port each end in a valid verdict or a fallback with its cause`, async () => {
  const endings = new Map<string, number>();
  for (let run = 0; run < RUNS; run++) {
    const roll = dice(`faults ${run}`);
    let step = 0;
    const good: ScriptPlay = thenScore((request) => curious(request, [0, 3][Math.min(step++, 1)] as number));
    const provider = scripted((request, index) => faulty(roll, request, good(request, index)));
    const limits = { ...DEFAULT_BUDGET, turns: 16 };
    const ended = await lab.judge('nightjar', judgeOf(provider, { limits })).catch((error: unknown) => error);
    const told = ended instanceof Error ? `run ${run}: ${ended.stack}` : `run ${run}`;
    if (ended instanceof Fault) {
      expect(ended.code, told).toBe('environment');
      endings.set('stopped', (endings.get('stopped') ?? 0) + 1);
      continue;
    }
    const result = Result.parse(ended);
    const { fallback, passes, rollouts } = result;
    if (fallback === null) expect(passes.length, told).toBeGreaterThanOrEqual(2);
    else {
      expect(FALLBACK_REASONS, told).toContain(fallback.reason);
      expect(fallback.reason, told).not.toBe('internal');
      expect(fallback.detail, told).not.toBe('');
      expect(
        rollouts.every(({ tier, factor }) => tier === null && factor === null),
        told,
      ).toBe(true);
    }
    const ending = fallback?.reason ?? 'graded';
    endings.set(ending, (endings.get(ending) ?? 0) + 1);
  }
  // Faults that never bite, or always, would show nothing.
  for (const ending of ['graded', 'judge_unavailable', 'incomplete_verdict', 'stopped'])
    expect(endings.get(ending) ?? 0, JSON.stringify([...endings])).toBeGreaterThan(3);
}, 120_000);
