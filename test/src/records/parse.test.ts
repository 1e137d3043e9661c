import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Fault } from '../../../src/fault.js';
import { rewardOf } from '../../../src/records/group.js';
import { groupFrom, parseGroup } from '../../../src/records/parse.js';
import { fullGroup, groupOf, sampleGroup, withTask } from './samples.js';

const textOf = (value: unknown): string => JSON.stringify(value);

function refusalOf(input: string | Uint8Array, place = {}): Fault {
  try {
    parseGroup(input, place);
  } catch (error) {
    if (error instanceof Fault && error.code === 'input') return error;
    throw error;
  }
  throw new Error('was accepted');
}

test('reads a whole group, fills in defaults, and keeps what lies under extra', () => {
  const { group } = parseGroup(textOf(fullGroup()));
  expect(group).toEqual(fullGroup());
  expect(parseGroup(textOf(sampleGroup())).group).toEqual({
    ...sampleGroup(),
    purpose: 'audit',
    reward: { kind: 'binary', integrity_value: 0 },
  });
});

test('a group written out and read again is the same', () => {
  const once = parseGroup(textOf(fullGroup())).group;
  expect(parseGroup(textOf(once)).group).toEqual(once);
});

test.each([
  [
    'a reward in quotes',
    groupOf({ reward: '1' }),
    'rollouts[0].reward',
    /^is "1"; expected a finite number; leave it out/,
  ],
  ['a null reward', groupOf({ reward: null }), 'rollouts[0].reward', /^is null; .*validity/],
  ['an empty reward', groupOf({ reward: '' }), 'rollouts[0].reward', /^is ""/],
  ['a true reward', groupOf({ reward: true }), 'rollouts[0].reward', /^is true/],
  ['a verdict by number', groupOf({ passed: 1 }), 'rollouts[0].passed', /^is 1; expected true or false/],
  [
    'a missing verdict',
    groupOf({ passed: undefined }),
    'rollouts[0].passed',
    /^is missing; expected true or false/,
  ],
  ['a misspelt key', groupOf({ pased: true }), 'rollouts[0].pased', /^unknown key; did you mean "passed"\?/],
  [
    'a foreign key',
    groupOf({ colour: 1 }),
    'rollouts[0].colour',
    /^unknown key; known are id, passed, .*extra/,
  ],
  ['a misspelt key at the top', sampleGroup({ grup_id: 'x' }), 'grup_id', /did you mean "group_id"/],
  ['a hostile key', groupOf({ 'x\u001b]0;\u202e': 1 }), 'rollouts[0]["x\\u001b]0;⟦U+202E⟧"]', /^unknown key/],
  [
    'a misspelt word',
    groupOf({ validity: { status: 'infr' } }),
    'rollouts[0].validity.status',
    /did you mean "infra"/,
  ],
  [
    'a missing patch',
    groupOf({ patch: undefined }),
    'rollouts[0].patch',
    /^is missing; expected a diff, .*null/,
  ],
  ['a patch by number', groupOf({ patch: 5 }), 'rollouts[0].patch', /^is 5; expected a diff/],
  ['a Ref with a misspelt path', groupOf({ patch: { pth: 'a' } }), 'rollouts[0].patch.path', /is missing/, 2],
  [
    'a Ref with a short sha256',
    groupOf({ test_log: { path: 'a', sha256: 'AB' } }),
    'rollouts[0].test_log.sha256',
    /64 lower-case/,
  ],
  [
    'a statement as a list',
    withTask({ statement: ['a'] }),
    'task.statement',
    /^is a list of 1; expected the text itself/,
  ],
  [
    'a span backwards',
    groupOf({ tokens: 9, flagged: [[5, 3]] }),
    'rollouts[0].flagged[0]',
    /^is \[5, 3\]; a span is half-open/,
  ],
  [
    'a span with a fraction',
    groupOf({ tokens: 9, flagged: [[0, 1.5]] }),
    'rollouts[0].flagged[0][1]',
    /^is 1.5; expected a whole number/,
  ],
  [
    'a span beyond the tokens',
    groupOf({ tokens: 9, flagged: [[3, 10]] }),
    'rollouts[0].flagged[0]',
    /has 9 tokens/,
  ],
  ['no tokens', groupOf({ tokens: 0 }), 'rollouts[0].tokens', /^is 0; expected at least 1$/],
  ['a huge step', sampleGroup({ step: 2 ** 60 }), 'step', /^is 1152921504606847000; expected at most/],
  [
    'a long id',
    groupOf({ id: 'i'.repeat(201) }),
    'rollouts[0].id',
    /^is "i{60}"… \(201 characters\); expected at most 200 characters/,
  ],
  ['no rollout', sampleGroup({ rollouts: [] }), 'rollouts', /expected at least 1 entry/],
  ['no base', withTask({ repo: undefined }), 'task', /^one of repo, tree or image is needed/],
  [
    'url and path',
    withTask({ repo: { url: 'https://h/r', path: '/r', base_commit: 'a'.repeat(40) } }),
    'task.repo',
    /^give either url or path/,
  ],
  [
    'another schema',
    sampleGroup({ schema: 'gagar.group/2', rollouts: 7 }),
    'schema',
    /^is "gagar.group\/2"; expected "gagar.group\/1"/,
  ],
  ['no schema', { candidates: [] }, 'schema', /^is missing; expected "gagar.group\/1"/],
])('refuses %s', (_, group, field, message, count = 1) => {
  const { place } = refusalOf(textOf(group));
  expect(place.problems).toHaveLength(count);
  expect(place.problems?.[0]?.field).toBe(field);
  expect(place.problems?.[0]?.message).toMatch(message);
});

test('names the fields of all problems at once, with their lines, and counts those beyond twenty', () => {
  const rollouts = Array.from({ length: 30 }, (_, index) => ({ id: `r${index}`, passed: 'yes', patch: '' }));
  const fault = refusalOf(JSON.stringify(sampleGroup({ rollouts }), null, 1), { file: 'g.json' });
  expect(fault.place.problems).toHaveLength(30);
  expect(fault.place).toMatchObject({ file: 'g.json' });
  expect(fault.message).toMatch(
    /^30 problems\n {2}rollouts\[0\]\.passed \(line 14\): is "yes"; expected true or false/,
  );
  expect(fault.message.split('\n')).toHaveLength(22);
  expect(fault.message).toMatch(/\n {2}and 10 more$/);
});

test('a line of a JSONL keeps its own number', () => {
  const fault = refusalOf(textOf(groupOf({ passed: 1 })), { file: 'b.jsonl', line: 7 });
  expect(fault.place).toMatchObject({ file: 'b.jsonl', line: 7, field: 'rollouts[0].passed' });
});

test.each([
  [
    'are counted, not kept',
    withTask({ tests: { fail_to_pass: Array(5000).fill(0), pass_to_pass: [] } }),
    101,
    /^4900 more/,
  ],
  [
    'and never exhaust the stack',
    groupOf({ flagged: Array(400_000).fill(0) }),
    1,
    /more faults than can be listed/,
  ],
])('thousands of faults in one record %s', (_, group, count, last) => {
  const { problems } = refusalOf(textOf(group)).place;
  expect(problems).toHaveLength(count);
  expect(problems?.at(-1)?.message).toMatch(last);
});

test.each([
  ['repeated ids', 'A11-repeated-ids.json', 'rollouts[1].id', /"c1".*rollouts\[0\] already has this id/],
  [
    'null rewards of runs that timed out',
    'A12-timeout-vs-zero.json',
    'rollouts[1].reward',
    /is null; .*mask .*validity/,
  ],
])('refuses %s by name', (_, file, field, message) => {
  const { candidates } = JSON.parse(readFileSync(`test/cases/${file}`, 'utf8'));
  const rollouts = candidates.map(({ id, reward }: { id: string; reward: unknown }) => ({
    id,
    reward,
    passed: reward === 1,
    patch: '',
  }));
  const [first] = refusalOf(textOf(sampleGroup({ rollouts }))).place.problems ?? [];
  expect(first?.field).toBe(field);
  expect(first?.message).toMatch(message);
});

test('every odd reward is refused by name and never read as 0 or 1; only a missing one has a default', () => {
  const odd = readFileSync('test/cases/A04-odd-rewards.json', 'utf8');
  expect(refusalOf(odd).place).toMatchObject({ line: 1, field: 'candidates[3].reward' });
  const { candidates } = JSON.parse(odd.replace('1e999', '1')) as { candidates: object[] };
  const rollouts = candidates.map((candidate) => ({ passed: true, patch: '', ...candidate }));
  const { problems } = refusalOf(textOf(sampleGroup({ rollouts }))).place;
  expect(problems?.map(({ field }) => field)).toEqual(
    [1, 2, 5, 6].map((index) => `rollouts[${index}].reward`),
  );
  expect(rewardOf(groupFrom(groupOf({})).group.rollouts[0]!)).toBe(1);
});

test.each([
  ['Latin-1 bytes', Buffer.from('{\n"group_id": "caf\u00e9"}', 'latin1'), 2, /is not UTF-8/],
  ['UTF-16', Buffer.from('\uFEFF{}', 'utf16le'), undefined, /is UTF-16/],
  ['nothing', Buffer.alloc(0), 1, /ends too early/],
  ['a list', Buffer.from('[]'), 1, /expected an object of gagar.group\/1/],
])('refuses a file of %s', (_, bytes, line, message) => {
  const fault = refusalOf(bytes);
  expect(fault.place.line).toBe(line);
  expect(fault.message).toMatch(message);
});

test('reads a file with a byte order mark and CRLF, and counts its lines', () => {
  const text = `\uFEFF${JSON.stringify(groupOf({ passed: 1 }), null, 1).replaceAll('\n', '\r\n')}`;
  expect(refusalOf(Buffer.from(text)).place.line).toBe(14);
  expect(parseGroup(Buffer.from(text.replace('"passed": 1', '"passed": true'))).group.group_id).toBe('g1');
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])(
  'refuses %s in a group that was built in memory',
  (reward) => {
    expect(() => groupFrom(groupOf({ reward }))).toThrow(/expected a finite number/);
  },
);
