import { createHash } from 'node:crypto';
import { renameSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inputDigest } from '../../../sandbox/load/digest.js';
import { loadGroup } from '../../../sandbox/load/group.js';
import { COMMIT } from '../../src/records/samples.js';
import { rejection, type TempFolder, tempFolder } from './folder.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const TREE = 'f'.repeat(40);
const PATCH = 'diff --git a/a b/a\n';

const group = (patch: unknown, changes: object = {}, rollout: object = {}): object => ({
  schema: 'gagar.group/1',
  group_id: 'g',
  task: { statement: 'Fix é.', repo: { path: '/r', base_commit: COMMIT } },
  rollouts: [{ id: 'a', passed: true, patch, ...rollout }],
  ...changes,
});
/** Written by hand from wire.md: sorted keys, hashes for texts, defaults of `reward` filled in. */
const CANONICAL = `{"group_id":"g","reward":{"integrity_value":0,"kind":"binary"},"rollouts":[{"id":"a","passed":true,"patch":"${sha256(PATCH)}"}],"schema":"gagar.group/1","task":{"repo":{"base_commit":"${COMMIT}","tree":"${TREE}"},"statement":"${sha256('Fix é.')}"}}`;

async function digestOf(folder: TempFolder, record: object, tree: string | null = TREE): Promise<string> {
  folder.write('g/group.json', JSON.stringify(record, null, 2));
  return await inputDigest(await loadGroup(folder.at('g')), tree);
}

const task = { statement: 'Fix é.', repo: { path: '/r', base_commit: COMMIT } };

test.each<[string, object]>([
  ['inline', group(PATCH)],
  ['in a file', group({ path: 'p.diff' })],
  ['in a compressed file', group({ path: 'sub/p.diff.gz', sha256: sha256(PATCH) })],
  [
    'with another run, purpose and deadline',
    group(PATCH, { run_id: 'r', step: 1, attempt: 2, purpose: 'train', budget_s: 9 }),
  ],
  ['with anything under extra', group(PATCH, { extra: { a: 1 } }, { extra: { b: 2 } })],
  ['with defaults written out', group(PATCH, { reward: { kind: 'binary', integrity_value: -0 } })],
  [
    'with its repository elsewhere',
    group(PATCH, { task: { ...task, repo: { url: 'https://h/r', base_commit: COMMIT, workdir: 'lib' } } }),
  ],
  ['with its keys in another order', Object.fromEntries(Object.entries(group(PATCH)).reverse())],
])('a group has one digest: %s', async (_, record) => {
  using folder = tempFolder();
  folder.write('g/p.diff', PATCH);
  folder.write('g/sub/p.diff.gz', gzipSync(PATCH));
  expect(await digestOf(folder, record)).toBe(sha256(CANONICAL));
});

test('a group has one digest: moved, and as a line of a batch', async () => {
  using folder = tempFolder();
  folder.write('g/p.diff', PATCH);
  const before = await digestOf(folder, group({ path: 'p.diff' }));
  renameSync(folder.at('g'), folder.at('elsewhere'));
  expect(await inputDigest(await loadGroup(folder.at('elsewhere')), TREE)).toBe(before);
});

test.each<[string, object, (string | null)?]>([
  ['one byte of a patch', group(PATCH.replace('b/a', 'b/b'))],
  ['a lost final newline', group(PATCH.trim())],
  ['a patch that is missing', group(null)],
  ['an empty patch', group('')],
  ['a verdict', group(PATCH, {}, { passed: false })],
  ['a reward', group(PATCH, {}, { reward: 0.5 })],
  ['the reward of a violation', group(PATCH, { reward: { integrity_value: -1 } })],
  ['the commit', group(PATCH, { task: { ...task, repo: { path: '/r', base_commit: 'a'.repeat(40) } } })],
  ['the tree', group(PATCH), 'e'.repeat(40)],
  ['a tree that could not be had', group(PATCH), null],
  ['an image', group(PATCH, { task: { ...task, image: { ref: 'i:1', workdir: '/w' } } })],
])('the digest changes with %s', async (_, record, tree = TREE) => {
  using folder = tempFolder();
  expect(await digestOf(folder, record, tree)).not.toBe(sha256(CANONICAL));
});

test('a Ref that cannot be read is named with its field', async () => {
  using folder = tempFolder();
  expect(await rejection(digestOf(folder, group({ path: 'gone.diff' })))).toMatchObject({
    code: 'input',
    place: { file: 'gone.diff', field: 'rollouts[0].patch' },
  });
});
