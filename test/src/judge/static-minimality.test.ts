/** When the static judge gives minimality its best score, and when it does not. */
import { expect, test } from 'vitest';
import { openCodeParser } from '../../../sandbox/code/parser.js';
import { runDetectors } from '../../../src/detect/run.js';
import type { FileDiff } from '../../../src/diff/model.js';
import { staticJudge } from '../../../src/judge/static.js';
import { judge } from '../../support/detect.js';
import { groupOf } from '../../support/detect-material.js';
import { ALSO, BASE, core, REPORT, ROOT, spec } from '../../support/parse-task.js';

const AGAIN = core('    value = int("".join(text.split()))\n    return value\n');
const WIDE = { ...ALSO, 'src/report.py': REPORT.replace('"="', 'text_of(parse("-"))') };

test('minimality is 5 where all solutions change the same places and two of them nothing else', async () => {
  const { pass, findings } = await judge(
    spec([
      { id: 'a', files: ROOT },
      { id: 'b', files: AGAIN },
      { id: 'c', files: ALSO },
      { id: 'd', files: WIDE },
    ]),
  );
  const minimality = Object.fromEntries(
    Object.entries(pass.scores).map(([id, scores]) => [id, scores.minimality]),
  );
  expect(minimality).toEqual({ a: 5, b: 5, c: 5, d: 4 });
  expect(findings.map(({ candidate, polarity, about }) => [candidate, polarity, about])).toEqual([
    ['a', 'positive', 'minimality'],
    ['b', 'positive', 'minimality'],
    ['c', 'positive', 'minimality'],
  ]);
});

const EXTRA = 'def test_more():\n    assert parse("2") == 2\n';
const TESTS = BASE['tests/test_core.py'];
test.each([
  { title: 'a new text file', more: { 'notes.txt': 'junk\n'.repeat(3000) } },
  { title: 'a new test', more: { 'tests/test_extra.py': EXTRA } },
  { title: 'a test that exists', more: { 'tests/test_core.py': TESTS + EXTRA } },
  { title: 'prose', more: { 'README.md': '# core\n\nParses.\n' } },
  { title: 'a new file without a line', more: { 'src/py.typed': '' } },
  { title: 'a comment elsewhere', more: { 'src/report.py': `# rows\n${REPORT}` } },
  { title: 'a file that goes', more: { 'README.md': null } },
])('minimality is no 5 for who alone changes $title', async ({ more }) => {
  const { pass, findings } = await judge(
    spec(
      [
        { id: 'a', files: { ...ROOT, ...more } },
        { id: 'b', files: AGAIN },
        { id: 'c', files: ALSO },
        { id: 'd', files: core('    value = int(text[1:-1])\n    return value\n') },
      ],
      { base: { ...BASE, 'README.md': '# core\n' } },
    ),
  );
  expect(pass.scores['a']?.minimality).toBeLessThan(5);
  expect(pass.scores['b']).toMatchObject({ minimality: 5 });
  expect(findings.filter(({ candidate, polarity }) => candidate === 'a' && polarity === 'positive')).toEqual(
    [],
  );
});

test('minimality is no 5 for who alone adds a binary file', async () => {
  await using parser = await openCodeParser();
  const group = groupOf(
    spec([
      { id: 'a', files: ROOT },
      { id: 'b', files: AGAIN },
      { id: 'c', files: ALSO },
    ]),
  );
  const blob: FileDiff = {
    path: 'logo.png',
    change: 'added',
    kind: 'binary',
    oldMode: null,
    newMode: '100644',
    added: 0,
    deleted: 0,
    hunks: [],
  };
  const verdictWith = async (ids: readonly string[]) => {
    const candidates = group.candidates.map((one) =>
      ids.includes(one.id) ? { ...one, diff: [...one.diff, blob] } : one,
    );
    const material = { ...group, candidates };
    const detected = await runDetectors(material, parser);
    const { scores } = staticJudge({ material, ...detected, passes: ['a', 'b', 'c'] }).pass;
    return ['a', 'b', 'c'].map((id) => scores[id]?.minimality);
  };
  expect(await verdictWith(['a'])).toEqual([4, 5, 5]);
  expect(await verdictWith(['a', 'b', 'c'])).toEqual([5, 5, 5]);
});

test('minimality is 5 where all change the same files of every kind', async () => {
  const more = { 'notes.txt': 'new\n', 'tests/test_extra.py': EXTRA };
  const { pass } = await judge(
    spec([
      { id: 'a', files: { ...ROOT, ...more } },
      { id: 'b', files: { ...AGAIN, ...more } },
      { id: 'c', files: { ...ALSO, ...more } },
    ]),
  );
  expect(Object.values(pass.scores).map(({ minimality }) => minimality)).toEqual([5, 5, 5]);
});

test('who has a negative finding about minimality has no positive one', async () => {
  const spare = core('    value = int(text.strip())\n    return value\n\n\ndef spare(x):\n    return x\n');
  const { pass, findings } = await judge(
    spec([
      { id: 'a', files: spare },
      { id: 'b', files: AGAIN },
      { id: 'c', files: ALSO },
    ]),
  );
  expect(pass.scores['a']).toMatchObject({ minimality: 3 });
  const own = findings.filter(({ candidate, about }) => candidate === 'a' && about === 'minimality');
  expect(own.map(({ polarity }) => polarity)).toEqual(['negative']);
});

test('minimality is no 5 where a part of the patch was too large to be read', async () => {
  const { pass } = await judge(
    spec([
      { id: 'a', files: { ...ROOT, 'data.json': `${'x'.repeat(600_000)}\n` } },
      { id: 'b', files: AGAIN },
      { id: 'c', files: ALSO },
    ]),
  );
  expect(pass.scores['a']).toMatchObject({ minimality: 4 });
  expect(pass.scores['b']).toMatchObject({ minimality: 5 });
});

test('the one small patch among larger ones is not thereby the best', async () => {
  const { pass } = await judge(
    spec([
      { id: 'small', files: ROOT },
      { id: 'b', files: WIDE },
      { id: 'c', files: { ...AGAIN, 'src/report.py': REPORT.replace('"="', 'parse("=")') } },
    ]),
  );
  expect(pass.scores['small']).toMatchObject({ minimality: 4 });
});
