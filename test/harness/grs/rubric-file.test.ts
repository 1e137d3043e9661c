import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownRubric, readTaskRubric, rubricOf } from '../../../harness/grs/rubric-file.js';
import { yamlText } from '../../../harness/yaml.js';
import { Fault } from '../../../src/fault.js';
import { faultText } from '../../../src/fault-text.js';
import { groupFrom } from '../../../src/records/parse.js';
import { criterion, rubricDraft } from '../../support/task-rubric.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-rubric-'));
});
afterAll(() => rm(folder, { recursive: true }));

const told = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof Fault && error.code === 'input') return faultText(error);
    throw error;
  }
  return 'it was read';
};

const GOOD = yamlText(rubricDraft());
const BOMB = `a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n${GOOD}`;

test.each([
  ['a cycle', GOOD.replace('sources: []', 'sources: &again [*again]'), /alias .*write the value out/],
  ['a billion laughs', BOMB, /alias/],
  ['an alias that would be harmless', `x: &x 1\ny: *x\n${GOOD}`, /alias/],
  ['a key that stands twice', `version: 1\n${GOOD}`, /is not valid YAML: .*stands twice/],
  ['a tab for an indent', `schema:\n\t- x\n`, /is not valid YAML/],
  ['no rubric', '- 1\n', /expected an object of gagar\.rubric\/1/],
  [
    'the rubric of code quality',
    'name: mine\nversion: 1\nclean: x\ndimensions: {}\n',
    /is a rubric of code quality, for `gagar grade --rubric`/,
  ],
  ['another version', GOOD.replace('rubric/1', 'rubric/2'), /schema: is "gagar\.rubric\/2"; expected "gagar/],
  ['a huge weight', GOOD.replace('weight: 1', 'weight: 1e308'), /weight: is 1e\+308; expected at most 1000/],
  ['a weight of 0', GOOD.replace('weight: 1', 'weight: 0'), /weight: is 0; expected at least 0\.001/],
  [
    'a weight too small to count with',
    GOOD.replace('weight: 1', 'weight: 1e-320'),
    /weight: is .*; expected at least 0\.001/,
  ],
  [
    'a weight without end',
    GOOD.replace('weight: 1', 'weight: .inf'),
    /weight: is Infinity; expected a finite/,
  ],
  ['a weight that is none', GOOD.replace('weight: 1', 'weight: .nan'), /weight: is NaN; expected a finite/],
  [
    'a text as a weight',
    GOOD.replace('weight: 1', 'weight: "1"'),
    /weight: is "1"; expected a finite number/,
  ],
])('%s is refused by name', async (name, text, says) => {
  const file = join(folder, `${name.replaceAll(' ', '-')}.yaml`);
  await writeFile(file, text);
  const message = told(() => readTaskRubric(file));
  expect(message).toMatch(says);
  expect(message).toContain(file);
});

test.each([
  [
    'a file beyond 4 MiB',
    Buffer.alloc(200 * 2 ** 20, '#'),
    /cannot be read \(it has 209715200 bytes; .* at most 4194304\)/,
  ],
  ['text in another encoding', Buffer.from(GOOD, 'utf16le'), /cannot be read|expected an object/],
  [
    'a byte that is no UTF-8',
    Buffer.concat([Buffer.from(`${GOOD}# `), Buffer.from([0xff])]),
    /cannot be read \(it is not UTF-8\)/,
  ],
])('%s is refused, unread where it is large', async (name, bytes, says) => {
  const file = join(folder, `${name.replaceAll(' ', '-')}.yaml`);
  await writeFile(file, bytes);
  expect(told(() => readTaskRubric(file))).toMatch(says);
});

const solution = (more: object, id = 'made') => rubricDraft({ solution: [criterion(id, more)] });

test.each([
  [
    'shell in a reading',
    solution({ check: { kind: 'reading', command: 'rm -rf /' } }),
    /solution\[0\]\.check\.command.*a reading runs nothing/,
  ],
  [
    'shell under another name',
    solution({ check: { kind: 'reading', run: 'rm -rf /' } }),
    /check\.run: unknown key/,
  ],
  ['a kind that does not exist', solution({ check: { kind: 'shell', command: 'x' } }), /check\.kind/],
  ['NUL in a command', solution({ check: { kind: 'command', command: 'a\0b' } }), /a command holds no NUL/],
  [
    'lines without an output',
    solution({ check: { kind: 'command', command: 'x', partial_lines: 1 } }),
    /no stdout is given/,
  ],
  [
    'an output of nothing, which an early end prints too',
    solution({ check: { kind: 'command', command: 'x', stdout: ' \n' } }),
    /check\.stdout: is " \\n"; expected a line at least/,
  ],
  [
    'more right lines than there are',
    solution({ check: { kind: 'command', command: 'x', stdout: 'a\nb\n', partial_lines: 3 } }),
    /check\.partial_lines: is 3; expected at most as many as stdout has lines/,
  ],
  [
    'a path out of the repository',
    solution({ check: { kind: 'static', fact: 'changes', path: '../../etc/passwd' } }),
    /check\.path: is "\.\.\/\.\.\/etc\/passwd"; expected a path inside the repository/,
  ],
  [
    'a path from the root',
    solution({ check: { kind: 'static', fact: 'adds', pattern: 'x', path: '/src/a.py' } }),
    /check\.path: is "\/src\/a\.py"; expected a path inside/,
  ],
  [
    'a path that no diff writes so',
    solution({ check: { kind: 'static', fact: 'changes', path: './tests/' } }),
    /check\.path: is "\.\/tests\/"; expected a path inside/,
  ],
  [
    'lines of a folder',
    solution({ check: { kind: 'static', fact: 'has', pattern: 'x', path: 'src/' } }),
    /check\.path: is "src\/"; expected a file, not a folder/,
  ],
  [
    'a pattern with a back-reference',
    solution({ check: { kind: 'static', fact: 'adds', pattern: '(a)\\1' } }),
    /no regular expression of RE2/,
  ],
  [
    'a detector that does not exist',
    solution({ check: { kind: 'static', fact: 'lead', detector: 'debri' } }),
    /solution\[0\]\.check\.detector: is "debri".*did you mean "debris"/,
  ],
  [
    'how a rollout worked as a solution',
    solution({ check: { kind: 'static', fact: 'ran', pattern: 'x' } }),
    /it belongs to behaviour/,
  ],
  [
    'a command as behaviour',
    rubricDraft({ behaviour: [criterion('worked', { check: { kind: 'command', command: 'x' } })] }),
    /a command sees the tree alone/,
  ],
  [
    'an id that stands twice',
    rubricDraft({ behaviour: [criterion('made')] }),
    /behaviour\[0\]\.id.*duplicate id: solution\[0\] has it/,
  ],
  ['an id that is no name', solution({}, '__proto__'), /solution\[0\]\.id.*a letter first/],
  ['no criteria', rubricDraft({ solution: [] }), /solution: is \[\]; expected at least 1/],
  [
    'a stored check as a source',
    solution({
      sources: [
        {
          group_id: 'g',
          rollout: 'r',
          note: 'n',
          citations: [{ kind: 'check', check_id: 'k1', stream: 'stdout', quote: 'all is well here' }],
        },
      ],
    }),
    /a stored check cannot be resolved/,
  ],
  ['a misspelt key', rubricDraft({ behavior: [] }), /behavior: unknown key; did you mean "behaviour"/],
])('%s is refused by name, from code as well', (_, value, says) => {
  expect(told(() => rubricOf(value, 'rubric.yaml'))).toMatch(says);
});

test('what a default fills in does not change the digest, every other edit does', () => {
  const digest = (more: object): string => rubricOf(rubricDraft(more), 'r').digest;
  const check = { kind: 'static', fact: 'changes', path: 'a' };
  const short = digest({ solution: [criterion('made', { check } as never)] });
  expect(digest({ solution: [criterion('made', { check: { ...check, holds: true } } as never)] })).toBe(
    short,
  );
  expect(digest({ solution: [criterion('made', { check: { ...check, holds: false } } as never)] })).not.toBe(
    short,
  );
  expect(digest({ version: 2 })).not.toBe(digest({}));
});

const group = (task: object) =>
  groupFrom({
    schema: 'gagar.group/1',
    group_id: 'g',
    task: { statement: 'x', tree: 'base.tar', ...task },
    rollouts: [{ id: 'a', passed: true, patch: '' }],
  }).group;

test.each([
  ['another task', { id: 'other' }, /was written for the task "task"; this group is of "other"/],
  [
    'another base',
    { id: 'task', tree: undefined, repo: { path: 'r', base_commit: 'a'.repeat(40) } },
    /was written for the base without history; this group starts from a{40}, which is its base_commit if/,
  ],
  ['its own task', { id: 'task' }, /it was read/],
  ['a task without an id', {}, /it was read/],
])('a rubric of %s', (_, task, says) => {
  const rubric = rubricOf(rubricDraft(), 'r');
  expect(told(() => ownRubric(rubric, group(task), 'r.yaml'))).toMatch(says);
});
