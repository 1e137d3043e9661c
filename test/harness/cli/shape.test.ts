/** `gagar shape`: all vectors through one process, configured defaults, refused lines. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShapeAnswer } from '../../../src/arithmetic/lines.js';
import { parseLine } from '../../../src/records/line.js';
import { shapeLine } from '../../../src/records/shape.js';
import { DEFAULT_LENGTH, DEFAULT_SHAPE } from '../../../src/records/shape-config.js';
import { broadcast } from '../../support/broadcast.js';
import { vectors } from '../../support/vectors.js';
import { runGagar } from './gagar.js';

type Row = Record<string, unknown>;
const near = (value: number | null) => (value === null ? null : expect.closeTo(value, 12));
const nearAll = (values: Readonly<Record<string, number | null>>) =>
  Object.fromEntries(Object.entries(values).map(([id, value]) => [id, near(value)]));

/** A line of `gagar shape` and what its answer must hold. */
interface Case {
  readonly line: { readonly route: string; readonly config: Row; readonly rollouts: readonly Row[] };
  readonly verify: (answer: ShapeAnswer) => void;
}

interface AdvantagesVector {
  readonly mode: string;
  readonly lambda_max: number | null;
  readonly integrity_value: number;
  readonly rollouts: readonly Row[];
  readonly expect: {
    readonly status: string;
    readonly has_signal: boolean;
    readonly lambda: number | null;
    readonly lambda_applied: number | null;
    readonly capped: boolean;
    readonly advantages: Readonly<Record<string, number | null>>;
  };
}

const advantages = vectors<AdvantagesVector>('advantages').map(
  ({ mode, lambda_max, integrity_value, rollouts, expect: wanted }): Case => ({
    line: { route: 'gar', config: { mode, lambda_max, integrity_value }, rollouts },
    verify: (answer) =>
      expect(answer).toMatchObject({
        status: wanted.status,
        has_signal: wanted.has_signal,
        advantages: nearAll(wanted.advantages),
        stations: {
          lambda: near(wanted.lambda),
          lambda_applied: near(wanted.lambda_applied),
          capped: wanted.capped,
        },
      }),
  }),
);

interface LengthVector {
  readonly rollouts: readonly Row[];
  readonly params: Row;
  readonly expect: { readonly reference_length: number | null; readonly rewards: Record<string, number> };
}

const lengths = vectors<LengthVector>('length_penalty').map(
  ({ rollouts, params, expect: { reference_length, rewards } }): Case => ({
    line: { route: 'none', config: { length_penalty: params }, rollouts },
    verify: ({ stations }) => {
      expect(stations.length?.reference ?? null).toEqual(near(reference_length));
      expect(stations.length?.rewards ?? stations.effective).toEqual(nearAll(rewards));
    },
  }),
);

interface Flagged {
  readonly id: string;
  readonly advantage: number;
  readonly flags: readonly number[];
}
interface Limits {
  readonly kappa: number;
  readonly alpha_max: number | null;
  readonly beta_min: number | null;
}

const spansOf = (flags: readonly number[]) => flags.flatMap((flag, at) => (flag === 1 ? [[at, at + 1]] : []));

/** Scalar rewards on route none that have these advantages: they are the advantages, brought to mean 0. */
function segmentCase(
  rows: readonly Flagged[],
  penalty: Row,
  tokens: Readonly<Record<string, number[]>>,
): Case {
  const rest = rows.reduce((sum, { advantage }) => sum + advantage, 0);
  const rollouts = rows.map(({ id, advantage, flags }) => ({
    id,
    passed: true,
    reward: advantage,
    tokens: flags.length,
    flagged: spansOf(flags),
  }));
  const balance = { id: 'balance', passed: false, reward: -rest, tokens: 1 };
  return {
    line: {
      route: 'none',
      config: { segment_penalty: penalty },
      rollouts: rest === 0 && rows.length > 1 ? rollouts : [...rollouts, balance],
    },
    verify: ({ advantages: answered, token_multipliers }) => {
      for (const { id, advantage, flags } of rows) {
        expect(answered[id]).toEqual(near(advantage));
        const out = new Float64Array(flags.length).fill(Number.NaN);
        broadcast(token_multipliers![id]!, answered[id]!, out);
        expect([...out]).toEqual(tokens[id]!.map(near));
      }
    },
  };
}

const segments = vectors<Omit<Flagged, 'id'> & Limits & { expect: { tokens: number[] } }>(
  'segment_penalty',
).map(({ advantage, flags, kappa, alpha_max, beta_min, expect: { tokens } }) =>
  segmentCase([{ id: 'A', advantage, flags }], { kappa, alpha_max, beta_min }, { A: tokens }),
);
const signs = vectors<Limits & { rollouts: Flagged[]; expect: { tokens: Record<string, number[]> } }>(
  'segment_penalty_sign',
).map(({ rollouts, kappa, alpha_max, beta_min, expect: { tokens } }) =>
  segmentCase(rollouts, { kappa, alpha_max, beta_min, scope: 'sign' }, tokens),
);

test('all vectors hold in one run of gagar shape', async () => {
  const cases = [...advantages, ...lengths, ...segments, ...signs];
  const input = cases.map(({ line }, at) => `${JSON.stringify({ group_id: `case ${at}`, ...line })}\n`);
  const { code, stdout } = await runGagar(['shape'], input);
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as ShapeAnswer);
  expect(answers).toHaveLength(24 + 6 + 9 + 2);
  for (const [at, { verify }] of cases.entries()) verify(answers[at]!);
  expect(code).toBe(0);
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-shape-'));
});
afterAll(() => rm(folder, { recursive: true }));

const rollouts = [
  { id: 'a', passed: true, factor: 0.5, tokens: 100 },
  { id: 'b', passed: true, factor: 1, tokens: 300 },
  { id: 'c', passed: false, tokens: 50 },
];
const lineWith = (config?: Row): string =>
  `${JSON.stringify({ group_id: 'g', route: 'gar', rollouts, ...(config && { config }) })}\n`;

test('what a line leaves out comes from --config, a part of a penalty included', async () => {
  const file = join(folder, 'shape.yaml');
  await writeFile(
    file,
    '\uFEFFlambda_max: 1\r\nlength_penalty:\r\n  percentile: 0\r\n  max_deduction: 0.25\r\n',
  );
  const input = [
    lineWith(),
    lineWith({ length_penalty: { percentile: 100 } }),
    lineWith({ length_penalty: null }),
  ];
  const { stdout } = await runGagar(['shape', '--config', file], input);
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as ShapeAnswer);
  expect(answers.map(({ stations }) => stations.length)).toEqual([
    { reference: 100, rewards: { a: 1, b: 0.75, c: 0 } },
    { reference: 300, rewards: { a: 1, b: 1, c: 0 } },
    null,
  ]);
  expect(answers.every(({ stations }) => stations.capped && stations.lambda_applied === 1)).toBe(true);
});

test('a typo in --config is refused by name before anything is read', async () => {
  const file = join(folder, 'typo.json');
  await writeFile(file, '{"lenght_penalty": null}');
  const { code, stdout, stderr } = await runGagar(['shape', '--config', file], [lineWith()]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/typo\.json.*lenght_penalty.*length_penalty/s);
});

const line = shapeLine(DEFAULT_SHAPE);

test.each([
  {
    what: 'a span behind the last token',
    given: { rollouts: [{ id: 'a', passed: true, tokens: 9, flagged: [[8, 10]] }] },
    says: /rollouts\[0\]\.flagged\[0\].*10.*9 tokens/,
  },
  {
    what: 'a span that runs backwards',
    given: { rollouts: [{ id: 'a', passed: true, tokens: 9, flagged: [[5, 5]] }] },
    says: /rollouts\[0\]\.flagged\[0\].*half-open/,
  },
  {
    what: 'spans without tokens',
    given: { rollouts: [{ id: 'a', passed: true, flagged: [[0, 1]] }] },
    says: /rollouts\[0\]\.flagged\[0\].*number is missing/,
  },
  {
    what: 'a length below 1',
    given: { rollouts: [{ id: 'a', passed: true, length: 0.5 }] },
    says: /rollouts\[0\]\.length is 0\.5.*at least 1/,
  },
  {
    what: 'a rubric score above 1',
    given: { rollouts: [{ id: 'a', passed: true, s_sol: 1.1 }] },
    says: /rollouts\[0\]\.s_sol is 1\.1.*at most 1/,
  },
  {
    what: 'tokens that are no count',
    given: { rollouts: [{ id: 'a', passed: true, tokens: 1.5 }] },
    says: /rollouts\[0\]\.tokens/,
  },
  { what: 'a route that does not exist', given: { route: 'gars', rollouts }, says: /route is "gars".*gar/ },
  { what: 'no route', given: { route: undefined, rollouts }, says: /route is missing/ },
  {
    what: 'tolerance at saturation',
    given: { config: { length_penalty: { tolerance: 2 } }, rollouts },
    says: /config\.length_penalty\.saturation.*above tolerance/,
  },
  {
    what: 'an exponent below 1',
    given: { config: { length_penalty: { exponent: 0.5 } }, rollouts },
    says: /config\.length_penalty\.exponent is 0\.5.*at least 1/,
  },
  {
    what: 'a typo inside a penalty',
    given: { config: { segment_penalty: { kapa: 2 } }, rollouts },
    says: /config\.segment_penalty\.kapa.*kappa/,
  },
  {
    what: 'a floor above 1',
    given: { config: { segment_penalty: { beta_min: 1.5 } }, rollouts },
    says: /config\.segment_penalty\.beta_min is 1\.5/,
  },
])('$what is refused by name', ({ given, says }) => {
  const text = JSON.stringify({ group_id: 'g', route: 'gar', ...given });
  expect(() => parseLine(line, text)).toThrow(says);
});

test('a line may leave out everything that has a default', () => {
  const { config, rollouts: rows } = parseLine(
    line,
    '{"group_id": "g", "route": "none", "config": {"length_penalty": {}}, "rollouts": [{"id": "a", "passed": true, "tokens": 7}]}',
  );
  expect(config).toEqual({ ...DEFAULT_SHAPE, length_penalty: DEFAULT_LENGTH });
  expect(rows).toEqual([
    {
      id: 'a',
      passed: true,
      reward: 1,
      valid: true,
      integrity: false,
      factor: null,
      s_sol: null,
      s_beh: null,
      length: 7,
      tokens: 7,
      flagged: [],
    },
  ]);
});
