/** Ledgers, judges and budgets for tests of scoring passes; a judge here reads nothing but its request. */
import { scorePasses } from '../../harness/judge/score.js';
import type { Scored, ScoreOptions } from '../../harness/judge/scoring-port.js';
import type { ModelRequest } from '../../harness/providers/port.js';
import { type ScriptPlay, type ScriptTurn, scripted } from '../../harness/providers/scripted.js';
import type { RecordingStep } from '../../harness/recording.js';
import { loadRubric } from '../../harness/rubrics.js';
import type { ScoringInput } from '../../src/judge/scoring.js';
import type { Finding } from '../../src/records/citation.js';
import { type About, DIMENSIONS } from '../../src/vocabulary.js';

export const finding = (
  id: string,
  candidate: string,
  about: About,
  polarity: Finding['polarity'],
  claim = `${polarity} ${about} of it`,
): Finding => ({
  id,
  candidate,
  about,
  polarity,
  claim,
  citations: [
    {
      kind: 'patch',
      candidate,
      path: 'src/calc.py',
      side: 'new',
      lines: [9, 9],
      quote: '    return a - b',
    },
  ],
  source: 'judge',
});

/** Both kinds of support in every dimension, so that every score is open: `<id>+<dimension>` and `<id>-<dimension>`. */
export const supported = (candidate: string): Finding[] =>
  DIMENSIONS.flatMap((dimension) => [
    finding(`${candidate}+${dimension}`, candidate, dimension, 'positive'),
    finding(`${candidate}-${dimension}`, candidate, dimension, 'negative'),
  ]);

export const scoringInput = (candidates: readonly string[], findings?: readonly Finding[]): ScoringInput => ({
  statement: 'Make sub() subtract.',
  candidates,
  findings: findings ?? candidates.flatMap(supported),
  rubric: loadRubric().value,
});

/** Aliases in the order of the sheet. */
export function aliasesIn({ messages }: Pick<ModelRequest, 'messages'>): string[] {
  const [first] = messages;
  const text = first?.role === 'user' ? first.text.join('\n') : '';
  return (/^The candidates, \d+ in all: (.*)$/m.exec(text)?.[1] ?? '').split(', ');
}

export type Five = readonly [number, number, number, number, number];
export const fiveOf = (score: unknown) => Object.fromEntries(DIMENSIONS.map((name) => [name, score]));

/** An answer with one score for all dimensions of each candidate of the sheet. */
export const scoresFor = (
  request: Pick<ModelRequest, 'messages'>,
  score: (alias: string, at: number) => unknown = () => 4,
) => ({
  candidates: aliasesIn(request).map((candidate, at) => ({ candidate, ...fiveOf(score(candidate, at)) })),
});

export const submit = (value: Record<string, unknown> | string, name = 'submit_scores') => ({
  calls: [{ name, arguments: value }],
});

/** A judge that gives everybody fours. */
export const good = (request: ModelRequest): ScriptTurn => submit(scoresFor(request));

/** What a judge was told after the sheet. */
export const saidTo = ({ messages }: ModelRequest): string =>
  messages
    .flatMap((message) =>
      message.role === 'user' ? [...message.results.map(({ text }) => text), ...message.text] : [],
    )
    .slice(1)
    .join('\n');

/** As if money and tokens had no end. */
export const endless: ScoreOptions['budget'] = {
  spent: () => null,
  left: () => ({ name: 'turns', share: 1 }),
  spend: () => {},
  limits: () => ({ deadline: Date.now() + 60_000, signal: new AbortController().signal }),
};

export interface Trial extends Scored {
  readonly requests: readonly ModelRequest[];
  readonly steps: readonly RecordingStep[];
}

/** Runs the passes against `play`, and keeps what was asked and recorded. */
export async function trial(
  input: ScoringInput,
  play: ScriptPlay,
  more: Partial<ScoreOptions> = {},
): Promise<Trial> {
  const requests: ModelRequest[] = [];
  const steps: RecordingStep[] = [];
  const provider = scripted((request, index) => {
    requests.push(request);
    return play(request, index);
  });
  const keep = <Step>(step: Omit<Step, 'seq'>): Step => {
    const whole = { seq: steps.length + 1, ...step } as Step;
    steps.push(whole as RecordingStep);
    return whole;
  };
  const scored = await scorePasses(input, {
    provider,
    reader: 'model',
    seed: 'seed',
    recorder: { turn: async (step) => keep(step), tool: async (step) => keep(step) },
    budget: endless,
    signal: new AbortController().signal,
    ...more,
  });
  return { ...scored, requests, steps };
}
