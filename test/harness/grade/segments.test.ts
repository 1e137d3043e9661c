import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../harness/assets.js';
import { type GroupInput, grade } from '../../../harness/index.js';
import { segmentRulesFor } from '../../../harness/segment-rules.js';
import { parseGroup } from '../../../src/records/parse.js';
import { DEFAULT_SEGMENT, DEFAULT_SHAPE } from '../../../src/records/shape-config.js';
import { flagTurns } from '../../../src/segments/flag.js';
import type { TrajectoryFormat } from '../../../src/vocabulary.js';
import { indexOf } from '../../support/events.js';
import { freshFolder } from '../../support/folder.js';
import { groupRecord, layOut } from '../../support/many-groups.js';

const shape = { segment_penalty: DEFAULT_SEGMENT };
const calls = (...given: string[]) =>
  given.map((args, at) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `c${at}`, type: 'function', function: { name: 'bash', arguments: args } }],
  }));
/** Three turns; the second has arguments that are no JSON. */
const trajectory = {
  format: 'openai-chat',
  file: JSON.stringify(calls('{"command": "ls"}', '{"command": ', '{"command": "cat"}')),
};

async function graded(first: Record<string, unknown>) {
  const folder = await freshFolder();
  await layOut(folder);
  const record = (await groupRecord({ group_id: 'g' })) as unknown as GroupInput;
  const rollouts = record.rollouts.map((rollout, at) => ({ ...rollout, tokens: 60, ...(at === 0 && first) }));
  const { rollouts: rows, warnings } = await grade({ ...record, rollouts }, { folder, shape });
  return {
    spans: rows[0]!.token_multipliers,
    warnings: warnings.filter((one) => one.startsWith('segments')),
  };
}

test('a malformed turn loses its tokens, the others of the rollout take their mass', async () => {
  expect(await graded({ trajectory, turn_tokens: [10, 20, 30] })).toEqual({
    spans: [
      [0, 10, 1.5],
      [10, 30, 0],
      [30, 60, 1.5],
    ],
    warnings: ['segments: a: flagged turn 2 malformed_arguments (e2)'],
  });
});

test.each([
  [
    'offsets of the trainer',
    {
      trajectory,
      turn_spans: [
        [0, 5],
        [5, 30],
        [40, 60],
      ],
    },
    [[5, 30]],
    /flagged turn 2/,
  ],
  ['its own flags win', { trajectory, turn_tokens: [10, 20, 30], flagged: [[0, 30]] }, [[0, 30]], null],
  ['no counts', { trajectory }, [], /nobody knows their tokens/],
  [
    'counts of other turns',
    { trajectory, turn_tokens: [30, 30] },
    [],
    /2 turns have tokens and the trajectory has 3/,
  ],
  [
    'a harness without rules',
    { trajectory: { ...trajectory, format: 'aider', file: '#### hello\n' } },
    [],
    /no segment rules for aider/,
  ],
])('%s', async (_, first, zeroed, says) => {
  const { spans, warnings } = await graded(first);
  expect(spans!.filter(([, , multiplier]) => multiplier === 0).map(([from, to]) => [from, to])).toEqual(
    zeroed,
  );
  if (says === null) expect(warnings).toEqual([]);
  else expect(warnings.join()).toMatch(says);
});

const FORMATS = join(packageRoot, 'test', 'fixtures', 'formats');
const rules = segmentRulesFor({ ...DEFAULT_SHAPE, ...shape })!;
const samples = [...rules.keys()].flatMap((format) =>
  readdirSync(join(FORMATS, format))
    .filter((name) => !name.endsWith('.expected'))
    .map((name): [TrajectoryFormat, string] => [format, name]),
);

test.each(samples)('the shipped rules of %s know the tools in %s', async (format, name) => {
  await using index = await indexOf(readFileSync(join(FORMATS, format, name)), format, name);
  const flagged = await flagTurns(index.events(), rules.get(format)!);
  expect(flagged.filter(({ rule }) => rule === 'unknown_tool')).toEqual([]);
});

test('the penalty is off unless it is asked for', () => {
  expect(segmentRulesFor(DEFAULT_SHAPE)).toBeUndefined();
});

test.each([
  [{ tokens: 9, turn_tokens: [4, 4] }, /turn_tokens.*sum up to 8; this rollout has 9 tokens/],
  [{ tokens: 9, turn_tokens: [9], turn_spans: [[0, 9]] }, /turn_spans.*give one of them/],
  [
    {
      tokens: 9,
      turn_spans: [
        [0, 5],
        [4, 9],
      ],
    },
    /turn_spans\[1\].*follow each other/,
  ],
  [{ tokens: 9, turn_spans: [[0, 10]] }, /turn_spans\[0\].*inside the 9 tokens/],
])('turns that do not fit their tokens are refused: %j', (given, says) => {
  const rollouts = [{ id: 'a', passed: true, patch: '', ...given }];
  const task = { statement: 's', image: { ref: 'i', workdir: '/w' } };
  const text = JSON.stringify({ schema: 'gagar.group/1', group_id: 'g', task, rollouts });
  const message = (() => {
    try {
      parseGroup(text, {});
      return '';
    } catch (error) {
      const { place, message: told } = error as { place: { field?: string }; message: string };
      return `${place.field}: ${told}`;
    }
  })();
  expect(message).toMatch(says);
});
