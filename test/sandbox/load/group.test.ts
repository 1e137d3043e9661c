import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { loadGroup, readGroups } from '../../../sandbox/load/group.js';
import { groupOf, sampleGroup } from '../../src/records/samples.js';
import { rejection, tempFolder } from './folder.js';

const json = (id: string): string => JSON.stringify(sampleGroup({ group_id: id }));

/** `line:id` or `line:reason` of every entry. */
async function entriesOf(path: string, limit?: number): Promise<string[]> {
  const entries: string[] = [];
  for await (const entry of readGroups(path, limit))
    entries.push(
      `${entry.line ?? '-'}:${'fault' in entry ? entry.fault.message : entry.loaded.group.group_id}`,
    );
  return entries;
}

test.each([
  ['a folder', 'g', 'g/group.json', json('one')],
  ['a folder with a compressed record', 'g', 'g/group.json.gz', gzipSync(json('one'))],
  ['a file', 'g/any name.json', 'g/any name.json', json('one')],
  ['a file whose name begins with dashes', 'g/-rf.json', 'g/-rf.json', json('one')],
  ['a compressed file', 'g/a.json.gz', 'g/a.json.gz', gzipSync(json('one'))],
  [
    'a file with a byte order mark and CRLF',
    'g/a.json',
    'g/a.json',
    `\uFEFF${json('one').replaceAll(',', ',\r\n')}`,
  ],
])('loads a group from %s', async (_, path, file, content) => {
  using folder = tempFolder();
  folder.write(file, content);
  const { group, ...place } = await loadGroup(folder.at(path));
  expect(group.group_id).toBe('one');
  expect(place).toEqual({ file: folder.at(file), line: null, folder: folder.at('g'), warnings: [] });
});

test('a file that is no group keeps the id that it names, as a line does', async () => {
  using folder = tempFolder();
  folder.write('all/a.json', '{"group_id": "one", "rollouts": 7}');
  folder.write('all/b.jsonl', '{"group_id": "two", "rollouts": 7}');
  const ids: (string | null)[] = [];
  for await (const entry of readGroups(folder.at('all'))) if ('fault' in entry) ids.push(entry.group_id);
  expect(ids).toEqual(['one', 'two']);
});

test('Refs of a linked file start where the file lies', async () => {
  using folder = tempFolder();
  folder.write('runs/5/group.json', json('one'));
  symlinkSync('runs/5/group.json', folder.at('latest.json'));
  expect((await loadGroup(folder.at('latest.json'))).folder).toBe(folder.at('runs/5'));
});

test('a fault names file, line and field', async () => {
  using folder = tempFolder();
  const file = folder.write('g/group.json', JSON.stringify(groupOf({ passed: 'yes' }), null, 1));
  expect(await rejection(loadGroup(folder.at('g')))).toMatchObject({
    code: 'input',
    message: expect.stringContaining('is "yes"; expected true or false'),
    place: { file, line: 14, field: 'rollouts[0].passed' },
  });
});

test.each<[string, string, RegExp, ((path: string) => unknown)?]>([
  ['a missing path', 'none', /is missing/],
  ['an empty folder', 'empty', /no single group/, mkdirSync],
  ['a batch', 'b.jsonl', /no single group/, (path) => execFileSync('touch', [path])],
  ['a named pipe', 'p.json', /is a named pipe/, (path) => execFileSync('mkfifo', [path])],
  [
    'a folder whose record is a named pipe',
    'g',
    /is a named pipe/,
    (path) => [mkdirSync(path), execFileSync('mkfifo', [`${path}/group.json`])],
  ],
  [
    'a folder whose record is a link out',
    'g',
    /leads out/,
    (path) => [mkdirSync(path), symlinkSync('/etc/hostname', `${path}/group.json`)],
  ],
])('refuses %s where one group is wanted', async (_, name, reason, prepare) => {
  using folder = tempFolder();
  prepare?.(folder.at(name));
  expect(await rejection(loadGroup(folder.at(name)))).toMatchObject({
    code: 'input',
    message: expect.stringMatching(reason),
    place: { file: expect.stringContaining(folder.at(name)) },
  });
});

test('a folder with a plain and a compressed record is refused, not guessed', async () => {
  using folder = tempFolder();
  folder.write('group.json', json('one'));
  folder.write('group.json.gz', gzipSync(json('two')));
  expect(await rejection(loadGroup(folder.path))).toMatchObject({
    message: expect.stringMatching(/holds both/),
  });
});

test.each([
  ['plain', 'b.jsonl', (text: string) => text],
  ['compressed', 'b.jsonl.gz', (text: string) => gzipSync(text)],
  ['by its other name', 'b.ndjson', (text: string) => text],
])('a bad line of a batch (%s) never stops the rest', async (_, name, pack) => {
  using folder = tempFolder();
  const lines = [
    `\uFEFF${json('one')}\r`,
    '\r',
    '   \t',
    '{"schema": NaN}',
    `\uFEFF${json('five')}`,
    '[]',
    `{"group_id": "${'x'.repeat(3000)}"}`,
    json('eight'),
    '{"schema": "gag',
  ];
  expect(await entriesOf(folder.write(name, pack(lines.join('\n'))), 2000)).toEqual([
    '1:one',
    expect.stringMatching(/^4:expected a value, found "NaN"/),
    '5:five',
    '6:is []; expected an object of gagar.group/1',
    expect.stringMatching(/^7:has more than 0 MiB in one line; move logs/),
    '8:eight',
    expect.stringMatching(/^9:torn last line: the text ends too early/),
  ]);
});

test.each([
  ['a last line without a newline', json('one'), ['1:one']],
  ['a last line with one', `${json('one')}\n`, ['1:one']],
  [
    'a line cut off in the middle of the file',
    `{"a\n${json('two')}`,
    [expect.stringMatching(/^1:the text ends/), '2:two'],
  ],
  ['a line separator inside a text', JSON.stringify(sampleGroup({ group_id: 'a\u2028b' })), ['1:a\u2028b']],
  ['nothing', '', []],
])('reads a batch with %s', async (_, text, expected) => {
  using folder = tempFolder();
  expect(await entriesOf(folder.write('b.jsonl', text))).toEqual(expected);
});

test('a compressed batch that is cut off gives what stood before the cut, then says so', async () => {
  using folder = tempFolder();
  const noise = Array.from({ length: 40_000 }, (_, index) => (index * 7919) % 9973).join(' ');
  const packed = gzipSync(`${json('one')}\n${JSON.stringify(sampleGroup({ run_id: noise }))}\n`);
  expect(await entriesOf(folder.write('b.jsonl.gz', packed.subarray(0, -100)))).toEqual([
    '1:one',
    expect.stringMatching(/^-:is cut off/),
  ]);
});

test('a batch keeps file, line and folder of each group', async () => {
  using folder = tempFolder();
  const file = folder.write('b.jsonl', `\n${json('two')}\n`);
  for await (const entry of readGroups(file))
    expect('loaded' in entry && entry.loaded).toMatchObject({ file, line: 2, folder: folder.path });
});

test('a folder of groups is read by name, whatever form each has', async () => {
  using folder = tempFolder();
  folder.write('b/group.json', json('b'));
  folder.write('a.json', json('a'));
  folder.write('c.jsonl', `${json('c1')}\n${json('c2')}\n`);
  folder.write('d/notes.json', '{}');
  folder.write('e.json', '{');
  folder.write('readme.md', '#');
  execFileSync('mkfifo', [folder.at('f.json')]);
  expect(await entriesOf(folder.path)).toEqual([
    '-:a',
    '-:b',
    '1:c1',
    '2:c2',
    expect.stringMatching(/ends too early/),
    expect.stringMatching(/named pipe/),
  ]);
});

test('a folder without any group is refused', async () => {
  using folder = tempFolder();
  folder.write('readme.md', '#');
  expect(await rejection(entriesOf(folder.path))).toMatchObject({
    message: expect.stringMatching(/no group.json/),
  });
});

test.each([
  ['a.json', 'plain'],
  ['a.json.gz', 'compressed'],
])('a record above the limit is refused before it is held (%s)', async (name) => {
  using folder = tempFolder();
  const text = JSON.stringify(sampleGroup({ run_id: 'x'.repeat(3000) }));
  const file = folder.write(name, name.endsWith('.gz') ? gzipSync(text) : text);
  expect(await entriesOf(file, 2000)).toEqual(['-:has more than 0 MiB of content']);
});
