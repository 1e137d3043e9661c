import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { assetPath } from '../../harness/assets.js';
import { ScriptTurn } from '../../harness/providers/scripted.js';
import { parseYaml } from '../../harness/yaml.js';
import { Expected } from '../../src/records/expected.js';
import { parseLine } from '../../src/records/line.js';
import { checkSchema } from '../../src/records/problem.js';
import { Profile } from '../../src/records/profile.js';

const page = readFileSync(assetPath('docs', 'authoring.md'), 'utf8');
const block = (kind: string): string => page.split(`\`\`\`${kind}\n`)[1]?.split('```')[0] ?? '';

test('the profile of the page is a profile', () => {
  expect(checkSchema(Profile, parseYaml(block('yaml'), 'authoring.md'))).toMatchObject({
    value: { T3: 0.1 },
  });
});

test('the expectations of the page are some, of every relation that there is, and no other has a row', () => {
  const { relations } = parseLine(Expected, block('json'));
  const shown = relations.flatMap((relation) => Object.keys(relation));
  const rows = [...page.matchAll(/^\| `(\w+)` *\|/gm)].map((row) => row[1]);
  const refused = checkSchema(Expected, { relations: [{ '?': 1 }] });
  const known = 'problems' in refused ? refused.problems[0]?.message.split('relation: ')[1]?.split(', ') : [];
  expect(new Set(rows)).toEqual(new Set(known));
  expect(new Set(shown)).toEqual(new Set(known));
});

test('the turns of the page are turns of a script', () => {
  const [, ...turns] = (page.split('```\n').at(-2) ?? '').trim().split('\n');
  expect(turns.map((turn) => parseLine(ScriptTurn, turn).calls[0]?.name)).toEqual([
    'close_lead',
    'finish',
    'submit_scores',
    'submit_scores',
  ]);
});
