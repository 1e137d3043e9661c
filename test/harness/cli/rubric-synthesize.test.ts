import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixture } from '../../../fixtures/base.js';
import { readTaskRubric } from '../../../harness/grs/rubric-file.js';
import { readRecording } from '../../../harness/recording-file.js';
import { runGagar } from './gagar.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-synthesize-'));
});
afterAll(() => rm(folder, { recursive: true }));

const table = {
  kind: 'patch',
  candidate: 'c-rvvh',
  path: 'lapse/format.py',
  side: 'new',
  lines: [9, 9],
  quote: '_EDGE_CASES = {',
};
const rule = {
  rubric: 'solution',
  id: 'by_rule',
  text: 'The result follows from a rule.',
  weight: 3,
  check: { kind: 'reading' },
  evidence: 'Literals of the issue in product code.',
  sources: [{ candidate: 'c-rvvh', note: 'c-rvvh looks its inputs up.', citations: [table] }],
};
const tested = {
  ...rule,
  rubric: 'behaviour',
  id: 'tested',
  text: 'Ran the tests at the end.',
  check: { kind: 'static', fact: 'tests_after_last_edit' },
};
const call = (name: string, args: object = {}) => ({ name, arguments: args });

async function synthesize(name: string, turns: object[], ...args: string[]) {
  const script = join(folder, `${name}.json`);
  await writeFile(script, JSON.stringify({ schema: 'gagar.script/1', turns }));
  const out = join(folder, `${name}.yaml`);
  const judge = `scripted:${script}`;
  const group = fixture('lapse');
  const ended = await runGagar(
    ['rubric', 'synthesize', group, '-o', out, '--judge', judge, '--driver', 'none', ...args],
    [],
  );
  return { ...ended, out };
}

test('what does not hold is refused on the spot, and what is written is a rubric that cites its sources', async () => {
  const bent = { ...rule, sources: [{ ...rule.sources[0], citations: [{ ...table, lines: [3, 3] }] }] };
  const turns = [
    { calls: [call('list_candidates'), call('finish')] },
    {
      calls: [
        call('propose_criterion', bent),
        call('propose_criterion', { ...rule, check: { kind: 'reading', command: 'ls' } }),
      ],
    },
    {
      calls: [
        call('propose_criterion', rule),
        call('propose_criterion', { ...tested, rubric: 'solution' }),
        call('propose_criterion', { ...rule, id: 'idle', sources: [] }),
      ],
    },
    {
      calls: [
        call('propose_criterion', tested),
        call('drop_criterion', { criterion: 'none' }),
        call('finish'),
      ],
    },
  ];
  const run = join(folder, 'run');
  const { code, stdout, stderr, out } = await synthesize('good', turns, '--run', run);
  expect(stderr).not.toMatch(/cut short/);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/good\.yaml: 1 \+ 1 criteria, [0-9a-f]{64}\n$/)]);
  const { value } = readTaskRubric(out);
  expect(value).toMatchObject({ task_id: 'lapse-23', version: 1 });
  expect(value.solution).toEqual([
    {
      id: 'by_rule',
      text: rule.text,
      weight: 3,
      check: rule.check,
      evidence: rule.evidence,
      sources: [
        {
          group_id: 'lapse-23',
          rollout: 't4',
          note: 't4 looks its inputs up.',
          citations: [{ ...table, candidate: 't4' }],
        },
      ],
    },
  ]);
  const { steps } = await readRecording(join(run, '1', 'recording.jsonl'));
  const told = steps.flatMap((step) => ('result' in step && step.result.is_error ? [step.result.text] : []));
  const refusals = [
    'no criterion yet',
    'sources[0]: citations[0]',
    'a reading runs nothing',
    'belongs to behaviour',
    'name a rollout',
    'no criterion "none"',
  ];
  expect(refusals.filter((text) => !told.some((one) => one.includes(text)))).toEqual([]);
  expect((await synthesize('good', turns)).stderr).toMatch(/is there already, and may have been edited/);
});

test('a judge that goes away in between leaves no file', async () => {
  const { code, stderr, out } = await synthesize('gone', [{ calls: [call('list_candidates')] }]);
  expect(code).toBe(3);
  expect(stderr).toMatch(/judge_unavailable: script_ended/);
  await expect(readFile(out)).rejects.toThrow(/ENOENT/);
});

test.each([
  ['no judge', [fixture('lapse')], /needs a judge that can read and write/],
  [
    'a judge that only answers',
    [fixture('lapse'), '--judge', `answers:${fixture('lapse', 'answers.yaml')}`],
    /needs a judge that can read and write: .* by hand, write the YAML/,
  ],
  [
    'groups of two tasks',
    [fixture('lapse'), fixture('cashbook')],
    /a rubric is written for one task: it was written for the task "lapse-23"/,
  ],
])('%s is a usage error', async (_, groups, says) => {
  const out = join(folder, 'none.yaml');
  const { code, stderr } = await runGagar(['rubric', 'synthesize', ...groups, '-o', out], []);
  expect(stderr).toMatch(says);
  expect(code).toBe(2);
});
