import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { assetPath } from '../../harness/assets.js';
import { SCHEMA_NAMES } from '../../src/records/schema.js';
import { schemaPage } from '../../src/records/schema-page.js';
import { runGagar } from '../harness/cli/gagar.js';

test.each(['group', 'result'])(
  'the page about a %s is what `gagar schema --markdown` prints of it',
  async (name) => {
    const page = readFileSync(assetPath('docs', `${name}.md`), 'utf8');
    expect((await runGagar(['schema', name, '--markdown'], [])).stdout).toBe(page);
  },
);

test.each([
  ['rollouts', '| `advantage` | number or null | The advantage to train on'],
  ['rollouts', '| `patch.files[].kind` | `text` `binary` `symlink` `gitlink` `mode` | '],
  ['passes', '| `scores.*.minimality` | integer 1 to 5 | '],
  ['stations', '| `length` | object or null | '],
  ['leads', '| `citations` | list of [Citation](#citation) | '],
  ['Citation', '| `kind` | `check` | '],
])('the part %s of the page has the row %s', (part, row) => {
  const section = schemaPage('result').split(`\n## ${part}\n`)[1]?.split('\n## ')[0];
  expect(section).toContain(row);
});

test.each(SCHEMA_NAMES)('no row of the page about a %s is broken or without a meaning', (name) => {
  const rows = schemaPage(name)
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(rows.length).toBeGreaterThan(50);
  expect(
    rows.filter((row) => !/^\| `[\w.[\]*]+` \| (?:\\\||[^|])+ \| (?:\\\||[^|])+\. \|$/.test(row)),
  ).toEqual([]);
});
