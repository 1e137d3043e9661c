import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Result } from '../../../src/records/result.js';
import { unittestGroup } from '../../sandbox/rerun/python-cases.js';
import { leftoversOf } from '../../support/leftovers.js';
import { type CaseGroup, writeGroup } from '../../support/rerun-group.js';
import { testEngine } from '../../support/sandboxes.js';
import { runGagar, startGagar } from './gagar.js';

const MINUTES = 120_000;
const FIX = { 'calc.py': 'def add(a, b):\n    return a + b\n' };
const CHEAT = { 'tests/test_calc.py': null };
const group: CaseGroup = { ...unittestGroup, candidates: { fix: FIX, cheat: CHEAT } };
let parent: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'rerun-cli-'));
});
afterAll(() => rmSync(parent, { recursive: true }));

test(
  'the table names every candidate, its survival and the reason',
  async () => {
    const folder = writeGroup(parent, group);
    const { code, stdout, stderr } = await runGagar(['rerun', folder, '--driver', 'bubblewrap'], []);
    expect(code).toBe(0);
    expect(stdout).toContain('Evaluation: ok: the base fails what it should and the reference patch passes');
    expect(stdout).toMatch(/^fix +yes +yes +2 +2 +2 +0$/m);
    expect(stdout).toMatch(/^cheat +yes +no +2 +0 +2 +0$/m);
    expect(stdout).toMatch(
      /^cheat: tests\.test_calc\.CalcTest\.test_add fails; put back: tests\/test_calc\.py$/m,
    );
    expect(stderr).toMatch(/^case: run 1: /);
  },
  MINUTES,
);

test(
  'JSON holds the same, for the ids that were asked for',
  async () => {
    const folder = writeGroup(parent, group);
    const args = ['rerun', folder, '--driver', 'bubblewrap', '--only', 'cheat', '--json', '--quiet'];
    const { code, stdout, stderr } = await runGagar(args, []);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      group_id: 'case',
      driver: 'bubblewrap',
      times: 1,
      evaluation: { status: 'ok' },
      candidates: [
        { id: 'fix', survives: null, reason: 'not asked for' },
        { id: 'cheat', survives: false },
      ],
    });
  },
  MINUTES,
);

test.each([
  { title: 'an id of no rollout', args: ['--only', 'nobody'], says: 'the group has fix, cheat' },
  { title: 'no number of times', args: ['--times', '0'], says: 'expected a whole number from 1 to 100' },
  { title: 'an unknown driver', args: ['--driver', 'vm'], says: 'auto, docker, bubblewrap' },
])(
  '$title is exit code 2',
  async ({ args, says }) => {
    const { code, stderr } = await runGagar(['rerun', writeGroup(parent, group), ...args], []);
    expect(code).toBe(2);
    expect(stderr).toContain(says);
  },
  MINUTES,
);

test(
  'grade --rerun puts the outcome into the result',
  async () => {
    const folder = writeGroup(parent, group);
    const args = ['grade', folder, '--rerun', '--driver', 'bubblewrap', '--json', '--quiet'];
    const { code, stdout } = await runGagar(args, []);
    expect(code).toBe(0);
    const { rollouts, warnings, usage } = Result.parse(JSON.parse(stdout));
    expect(rollouts.map(({ id, rerun }) => [id, rerun?.survives])).toEqual([
      ['fix', true],
      ['cheat', false],
    ]);
    expect(warnings).toContain(
      'rerun: the pass of cheat does not survive: tests.test_calc.CalcTest.test_add fails',
    );
    expect(usage.checks).toBeGreaterThan(4);
  },
  MINUTES,
);

test(
  'grade --rerun masks a group whose evaluation is broken',
  async () => {
    const folder = writeGroup(parent, { ...group, failToPass: ['tests.test_calc.CalcTest.test_zero'] });
    const args = ['grade', folder, '--rerun', '--driver', 'bubblewrap', '--json', '--quiet'];
    const { stdout } = await runGagar(args, []);
    const { status, rollouts, warnings } = Result.parse(JSON.parse(stdout));
    expect(status).toBe('masked');
    expect(new Set(rollouts.map(({ invalid_reason }) => invalid_reason))).toEqual(
      new Set(['evaluation_broken']),
    );
    expect(warnings.join()).toContain('rerun: the evaluation is broken: the base passes');
  },
  MINUTES,
);

test.each(['bubblewrap', 'docker'])(
  'Ctrl-C under %s ends with 130 and leaves nothing',
  async (driver) => {
    const engine = await testEngine();
    const slow = { ...group, command: 'sleep 300' };
    const child = startGagar('rerun', writeGroup(parent, slow), '--driver', driver);
    child.stdin.end();
    const pid = child.pid ?? 0;
    const isRunning = async (): Promise<boolean> =>
      (await leftoversOf(pid, engine)).some((line) => line.startsWith('folder'));
    await expect.poll(isRunning, { timeout: 60_000 }).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 500));
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    expect(code).toBe(130);
    expect(await leftoversOf(pid, engine)).toEqual([]);
  },
  MINUTES,
);
