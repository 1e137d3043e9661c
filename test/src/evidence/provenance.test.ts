import { expect, test } from 'vitest';
import { type Proof, proofProblem, provenanceOf, type Source } from '../../../src/evidence/provenance.js';
import type { Citation } from '../../../src/records/citation.js';

const quote = 'a quote of some length';
const lines: [number, number] = [1, 1];
const patch: Citation = { kind: 'patch', candidate: 'x', path: 'a.py', side: 'new', lines, quote };
const file = (tree: string): Citation => ({ kind: 'file', tree, path: 'a.py', lines, quote });
const event = (part: 'input' | 'output'): Citation => ({
  kind: 'event',
  candidate: 'x',
  event: 'e1',
  part,
  quote,
});
const log: Citation = { kind: 'test_log', candidate: 'x', lines, quote };
const check: Citation = { kind: 'check', check_id: 'k', stream: 'stdout', quote };
const task: Citation = { kind: 'task', quote };

test.each<[string, Citation, Source, string, string | null, Proof[]]>([
  [
    'what a call asked',
    event('input'),
    { event: { type: 'call', role: 'assistant' } },
    'candidate',
    'x',
    ['action'],
  ],
  [
    'what came back',
    event('output'),
    { event: { type: 'call', role: 'assistant' } },
    'environment',
    'x',
    ['seen'],
  ],
  [
    'a result that nobody asked for',
    event('output'),
    { event: { type: 'unmatched_result', role: 'tool' } },
    'environment',
    'x',
    ['seen'],
  ],
  [
    'prose of the candidate',
    event('input'),
    { event: { type: 'message', role: 'assistant' } },
    'candidate',
    'x',
    ['words'],
  ],
  [
    'a message to the candidate',
    event('input'),
    { event: { type: 'message', role: 'user' } },
    'environment',
    'x',
    ['seen'],
  ],
  ['an event that nobody looked at', event('input'), {}, 'candidate', 'x', ['words']],
  ['the diff of a candidate', patch, {}, 'candidate', 'x', ['code']],
  ['a file of a candidate, a planted log or report included', file('x'), {}, 'candidate', 'x', ['code']],
  ['a file of the base', file('base'), {}, 'repository', null, ['code']],
  ['the log of a test run', log, {}, 'environment', 'x', ['printed']],
  ['a recorded check on a candidate', check, { checkTree: 'x' }, 'gagar', 'x', ['behaviour']],
  ['a recorded check on the base', check, { checkTree: 'base' }, 'gagar', null, ['behaviour']],
  ['a check without a known tree', check, {}, 'gagar', null, []],
  ['the task', task, {}, 'task', null, ['requirement']],
])('%s proves what its writer can prove', (_, citation, source, writer, candidate, proves) => {
  expect(provenanceOf(citation, source)).toEqual({ writer, candidate, proves });
});

const called: Source = { event: { type: 'call', role: 'assistant' } };
const spoke: Source = { event: { type: 'message', role: 'assistant' } };
type Row = [string, Parameters<typeof proofProblem>[0], string, [Citation, Source?][], RegExp | null];

test.each<Row>([
  ['code of the candidate carries a finding about quality', 'solution_fit', 'x', [[patch]], null],
  [
    'a check on the candidate carries one about a regression',
    'unresolved_regression',
    'x',
    [[check, { checkTree: 'x' }]],
    null,
  ],
  ['the base and the task may stand beside it', 'precision', 'x', [[task], [file('base')], [patch]], null],
  [
    'the task alone says nothing about a candidate',
    'precision',
    'x',
    [[task], [file('base')]],
    /no citation comes from x/,
  ],
  [
    'a peer cannot be accused with what another one wrote',
    'leaked_history',
    'y',
    [[patch], [event('output')], [event('input'), spoke]],
    /no citation comes from y/,
  ],
  [
    'nor with a check on another tree',
    'side_effects',
    'y',
    [[check, { checkTree: 'x' }]],
    /no citation comes from y/,
  ],
  ['prose proves no quality', 'precision', 'x', [[event('input'), spoke]], /prove words/],
  ['a log proves no behaviour', 'unresolved_regression', 'x', [[log]], /prove printed/],
  ['what was seen proves no quality', 'precision', 'x', [[event('output')]], /prove seen/],
  [
    'what was seen and done carries a leak',
    'leaked_history',
    'x',
    [[event('input'), called], [event('output')]],
    null,
  ],
  ['a claim is the proof of a false claim', 'severe_process_issue', 'x', [[event('input'), spoke]], null],
  [
    'words that speak to the judge are the attack itself',
    'judge_attack',
    'x',
    [[event('input'), spoke]],
    null,
  ],
  ['no citation carries nothing', 'consistency', 'x', [], /no citation comes from x/],
])('%s', (_, about, candidate, citations, problem) => {
  const found = proofProblem(
    about,
    candidate,
    citations.map(([citation, source]) => provenanceOf(citation, source)),
  );
  if (problem === null) expect(found).toBeNull();
  else expect(found).toMatch(problem);
});
