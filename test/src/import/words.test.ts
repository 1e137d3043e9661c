import { expect, test } from 'vitest';
import { exitFacts } from '../../../src/import/exit.js';
import { imageOf, instanceIn, repoOf } from '../../../src/import/instance.js';
import { taskOfRow, testIds } from '../../../src/import/row.js';
import { baseIn, readReport, readRunLog, resultInRunLog } from '../../../src/import/swebench/report.js';
import { readTable } from '../../../src/import/table.js';

test.each([
  ['Submitted', true, 'submitted', undefined],
  ['LimitsExceeded', false, 'step_limit', undefined],
  ['TimeExceeded', false, 'time_limit', undefined],
  ['RepeatedFormatError', false, 'format_error', undefined],
  ['exit_cost', true, 'cost_limit', undefined],
  ['exit_context', false, 'context_limit', undefined],
  ['exit_environment_error', false, 'env_error', 'infra'],
  ['exit_environment_error', true, 'env_error', undefined],
  ['AgentTimeoutError', false, 'time_limit', undefined],
  ['VerifierTimeoutError', false, 'env_error', 'infra'],
  ['ContextWindowExceededError', false, 'context_limit', undefined],
  ['AgentStuckInLoopError: Agent got stuck in a loop', false, 'agent_error', undefined],
  ['litellm.APIConnectionError', false, 'env_error', 'infra'],
  ['turn_aborted', false, 'aborted', 'aborted'],
  ['something new', false, 'unknown', undefined],
  [undefined, true, 'submitted', undefined],
  ['', false, 'unknown', undefined],
] as const)('the ending %j, handed in: %j, is %s and counts as %s', (raw, submitted, status, validity) => {
  const facts = exitFacts(raw, submitted);
  expect([facts.exit?.status, facts.validity?.status]).toEqual([status, validity]);
});

test.each([
  ['logs/run/m/django__django-11179/report.json', 'django__django-11179'],
  ['trajs/sphinx-doc__sphinx-9230.traj.json', 'sphinx-doc__sphinx-9230'],
  ['a/sympy__sympy-1_2024-04-06_13-46-14/x.json', 'sympy__sympy-1'],
  ['runs/today/x.jsonl', null],
])('%s is about %s', (path, instance) => {
  expect(instanceIn(path)).toBe(instance);
});

test('an instance names its repository and its image', () => {
  expect(repoOf('sphinx-doc__sphinx-9230')).toBe('sphinx-doc/sphinx');
  expect(repoOf('session-3')).toBe(null);
  expect(imageOf('django__django-11179').ref).toBe(
    'swebench/sweb.eval.x86_64.django_1776_django-11179:latest',
  );
});

test.each<[unknown, readonly string[] | undefined]>([
  [
    ['a', 1, 'b'],
    ['a', 'b'],
  ],
  ['["a", "b"]', ['a', 'b']],
  [`['it\\'s', "b"]`, ["it's", 'b']],
  ['', undefined],
  [7, undefined],
])('test ids in %j are %j', (value, ids) => {
  expect(testIds(value)).toEqual(ids);
});

test('a row of Multi-SWE-bench states its task as issues and a base of its own', () => {
  const row = {
    org: 'o',
    repo: 'r',
    number: 1,
    base: { sha: 'a'.repeat(40) },
    resolved_issues: [{ title: 'T', body: 'B' }],
  };
  expect(taskOfRow(row)).toEqual({ statement: 'T\n\nB', repo: 'o/r', base_commit: 'a'.repeat(40) });
});

const LOG = '2026-01-01 00:00:00,000 - INFO - ';

test.each([
  ['a patch that does not apply', `${LOG}>>>>> Patch Apply Failed:\n`, undefined],
  ['tests out of time', `${LOG}Test timed out after 1800 seconds.\n`, 'infra'],
  ['an image that cannot be built', 'docker.errors.ImageNotFound: 404\n', 'infra'],
  ['a log that ends early', `${LOG}Creating container for x...\n`, 'infra'],
  ['words of a patch', `${LOG}Git diff before:\n+ >>>>> Patch Apply Failed\n`, 'infra'],
])('without a report, %s is a failure whose validity is %s', (_, log, validity) => {
  expect(readRunLog(log)).toMatchObject({ passed: false });
  expect(readRunLog(log).validity?.status).toBe(validity);
});

test('a verdict in the log counts behind the line of the logger alone', () => {
  const forged = `${LOG}Git diff before:\n+x\nResult for a: resolved: True\n`;
  expect(resultInRunLog(forged, 'a')).toBe(null);
  const real = `${forged}${LOG}report: {'a': {}}\nResult for a: resolved: False\n`;
  expect(resultInRunLog(real, 'a')?.passed).toBe(false);
  expect(resultInRunLog(real, 'b')).toBe(null);
});

test('a report that names no test is no wrong answer', () => {
  const lists = { FAIL_TO_PASS: { success: [], failure: [] } };
  const report = { a: { patch_successfully_applied: true, resolved: false, tests_status: lists } };
  expect(readReport(report, 'a')?.validity?.status).toBe('infra');
  expect(readReport(report, 'b')).toBe(null);
});

test('the base commit is read before anything of the candidate has run', () => {
  const [own, forged] = ['a'.repeat(40), 'b'.repeat(40)];
  const start = '>>>>> Start Test Output';
  expect(baseIn(`+ git checkout ${own} tests/x.py\n${start}\n+ git checkout ${forged} x\n`)).toBe(own);
  expect(baseIn(`${start}\n+ git checkout ${forged} x\n`)).toBe(undefined);
});

test.each<[string, string, unknown]>([
  [
    'a.csv',
    '\ufeffId,Passed\r\n"x, ""y""",yes\r\n\r\nz,no',
    [
      { id: 'x, "y"', passed: 'yes' },
      { id: 'z', passed: 'no' },
    ],
  ],
  ['a.csv', 'id,note\na,"two\nlines"\n', [{ id: 'a', note: 'two\nlines' }]],
  ['a.csv', 'id,passed\na,"never closed', [{ id: 'a', passed: 'never closed' }]],
  ['a.tsv', 'id\tpassed\na\t1\n', [{ id: 'a', passed: '1' }]],
  ['a.jsonl', '{"id":"a"}\nbad\n{"id":"b"}', [{ id: 'a' }, { id: 'b' }]],
  ['a.json', '[{"id":"a"},7]', [{ id: 'a' }]],
  [
    'a.json',
    '{"a":true,"b":{"passed":false}}',
    [
      { id: 'a', passed: true },
      { id: 'b', passed: false },
    ],
  ],
  ['a.json', '{"instance_id":"i","rollouts":[{"id":"a"}]}', [{ id: 'a' }]],
  ['a.json', 'no', undefined],
])('the table %s with %j has the rows %j', (name, content, rows) => {
  expect(readTable(name, content)?.rows).toEqual(rows);
});
