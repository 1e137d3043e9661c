/** Answers that do not fit: the judge is told why and asked again, and nothing is ever mended. */
import { describe, expect, test } from 'vitest';
import type { ModelRequest } from '../../../harness/providers/port.js';
import type { ScriptTurn } from '../../../harness/providers/scripted.js';
import { isTurnStep } from '../../../harness/recording.js';
import { caseFiles } from '../../support/cases.js';
import {
  aliasesIn,
  fiveOf,
  good,
  saidTo,
  scoresFor,
  scoringInput,
  submit,
  trial,
} from '../../support/scoring.js';

const IDS = ['r1', 'r2', 'r3', 'r4'];

/** The first answer is the fault, all later ones are good. */
const once = (fault: (request: ModelRequest) => ScriptTurn) => (request: ModelRequest, index: number) =>
  index === 0 ? fault(request) : good(request);

const withFirst = (request: ModelRequest, entry: Record<string, unknown>) => {
  const whole = scoresFor(request);
  return submit({ candidates: [{ ...whole.candidates[0], ...entry }, ...whole.candidates.slice(1)] });
};
const scored = (score: unknown) => (request: ModelRequest) => withFirst(request, fiveOf(score));
const without = (request: ModelRequest) => submit({ candidates: scoresFor(request).candidates.slice(1) });
const renamed = (name: (alias: string) => unknown) => (request: ModelRequest) =>
  withFirst(request, { candidate: name(aliasesIn(request)[0]!) });
const half = (request: ModelRequest): string => {
  const text = JSON.stringify(scoresFor(request));
  return text.slice(0, (text.length * 2) / 3);
};

const beside = (request: ModelRequest, ...names: string[]): ScriptTurn => ({
  calls: [
    ...names.map((name) => ({ name, arguments: {} })),
    { name: 'submit_scores', arguments: scoresFor(request) },
  ],
});

/** Case of test/cases, its fault in terms of submit_scores, and what the judge is told. */
const FAULTS: [string, (request: ModelRequest) => ScriptTurn, RegExp][] = [
  [
    'J01-fenced',
    (request) => ({ text: `Here:\n\`\`\`json\n${JSON.stringify(scoresFor(request))}\n\`\`\`` }),
    /called no submit_scores/,
  ],
  [
    'J02-trailing-commas',
    (request) => submit(JSON.stringify(scoresFor(request)).replace(/}]}$/, '},],}')),
    /no JSON object: .*position/,
  ],
  [
    'J02b-single-quotes',
    (request) => submit(JSON.stringify(scoresFor(request)).replaceAll('"', "'")),
    /no JSON object/,
  ],
  ['J03-missing-candidate', without, /c-[a-z]{4} is not scored/],
  ['J05-unknown-candidate', renamed(() => 'c-zzzz'), /there is no candidate "c-zzzz"; there are c-/],
  ['J05b-near-names', renamed((alias) => alias.toUpperCase()), /there is no candidate "C-/],
  ['J05b-near-names', renamed((alias) => `candidate ${alias}`), /there is no candidate "candidate c-/],
  ['J05b-near-names', renamed(() => 4), /candidate: is 4; expected a text/],
  ['J06-score-string', scored('4'), /solution_fit: is "4"; expected a finite number/],
  ['J06-score-fraction-text', scored('4/5'), /is "4\/5"/],
  ['J06-score-six', scored(6), /is 6; expected at most 5/],
  ['J06-score-half', scored(3.5), /is 3.5; expected a whole number/],
  ['J06-score-negative', scored(-1), /is -1; expected at least 1/],
  ['J06-score-true', scored(true), /is true; expected/],
  ['J06-score-null', scored(null), /is null; expected/],
  ['J06-score-empty-text', scored(''), /is ""; expected/],
  ['J06-score-list', scored([4]), /is \[4\]; expected/],
  [
    'J06-score-huge',
    (request) => submit(JSON.stringify(scoresFor(request)).replace(':4', ':1e999')),
    /no JSON object: the arguments hold a number that is too large/,
  ],
  ['J06-score-hex-text', scored('0x5'), /is "0x5"/],
  [
    'J07-nan-literal',
    (request) => submit(JSON.stringify(scoresFor(request)).replace(':4', ':NaN')),
    /no JSON object/,
  ],
  ['J07b-nan-text', scored('NaN'), /is "NaN"; expected/],
  ['J08-refusal', () => ({ stop: 'refusal' }), /ended as refusal/],
  ['J08b-refusal', () => ({ stop: 'refusal', text: "I can't help with that." }), /ended as refusal/],
  ['J09-max-tokens', (request) => ({ stop: 'truncated', text: half(request) }), /ended as truncated/],
  ['J10-thinking-only', () => ({ reasoning: 'c1 is best', stop: 'no_answer' }), /ended as no_answer/],
  [
    'J10b-thinking-only-end-turn',
    (request) => ({ reasoning: JSON.stringify(scoresFor(request)) }),
    /ended as no_answer/,
  ],
  [
    'J11-malformed-args',
    (request) => submit(JSON.stringify(scoresFor(request)).replace('"', '')),
    /no JSON object: .*position/,
  ],
  ['J13-no-score-no-tier', (request) => withFirst(request, fiveOf(undefined)), /solution_fit: is missing/],
  ['J14-draft-and-final', (request) => beside(request, 'submit_scores'), /called 2 times in one turn/],
  [
    'J16-proto',
    (request) =>
      submit(`{"candidates":{"__proto__":{"a":5},"constructor":{},"${aliasesIn(request)[0]}":{}}}`),
    /candidates: is an object; expected a list/,
  ],
  ['J16-proto', renamed(() => '__proto__'), /there is no candidate "__proto__"/],
  ['J17-label-noise', renamed((alias) => `${alias}\u200B`), /there is no candidate "c-/],
  ['J17-label-noise', renamed((alias) => alias.replace('c', '\uFF43')), /there is no candidate/],
  ['J18-ambiguous-labels', scored('A/B'), /is "A\/B"/],
  ['J18-ambiguous-labels', scored('not 1'), /is "not 1"/],
  [
    'J19-parallel-calls-one-bad',
    () => ({ calls: ['read_file', 'read_file', 'run_check'].map((name) => ({ name })) }),
    /not run: submit_scores is the only tool/,
  ],
  [
    'J20-unknown-tool',
    () => submit({ name: 'bash', output: '3 passed' }, 'functions.bash'),
    /not run: submit_scores is the only tool/,
  ],
  ['J20b-empty-args', () => submit(''), /candidates: is missing/],
  [
    'J21-content-filter',
    (request) => ({ stop: 'content_filter', text: half(request) }),
    /ended as content_filter/,
  ],
  ['J24-empty-choices', () => ({}), /ended as empty/],
];

describe('an answer that cannot be used is never mended', () => {
  test.each(FAULTS)('%s: the judge is told exactly why, once, and answers again', async (_, fault, told) => {
    const { passes, failure, requests } = await trial(scoringInput(IDS), once(fault));
    expect(failure).toBeNull();
    expect(passes).toHaveLength(2);
    expect(requests).toHaveLength(3);
    expect(saidTo(requests[1]!)).toMatch(told);
  });

  test.each(FAULTS)(
    '%s for ever ends as incomplete_verdict after a bounded number of questions',
    async (_, fault) => {
      const { passes, failure, requests } = await trial(scoringInput(IDS), fault);
      expect(failure).toMatchObject({ reason: 'incomplete_verdict', stage: 'score' });
      expect(passes).toEqual([]);
      expect(requests).toHaveLength(4);
    },
  );

  test('every fault case of judges is either here, or about something else than scores', () => {
    const elsewhere = /^J(00|19b|22|22b|23)-/;
    const here = new Set(FAULTS.map(([name]) => name));
    const missing = caseFiles(/^J/)
      .map((file) => file.split('.')[0]!)
      .filter((name) => !elsewhere.test(name) && !here.has(name));
    expect(missing).toEqual([]);
  });
});

test('J19b: a submission beside other calls is taken once, and the others are answered as not run', async () => {
  const { passes, steps } = await trial(scoringInput(IDS), (request) => beside(request, 'search_code'));
  expect(passes).toHaveLength(2);
  const told = steps.flatMap((step) => (isTurnStep(step) ? [] : [step.result]));
  expect(told.slice(0, 2)).toEqual([
    { text: 'not run: submit_scores is the only tool', is_error: true },
    { text: 'accepted', is_error: false },
  ]);
});

test('a name with blanks around it is taken, with the blanks alone ignored', async () => {
  const { requests } = await trial(
    scoringInput(IDS),
    renamed((alias) => ` ${alias} `),
  );
  expect(requests).toHaveLength(2);
});

test('a truncated answer gets more room', async () => {
  const { requests } = await trial(
    scoringInput(IDS),
    once(() => ({ stop: 'truncated' })),
  );
  expect(requests[1]!.max_output_tokens).toBe(2 * requests[0]!.max_output_tokens);
});
