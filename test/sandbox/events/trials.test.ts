import { expect, test } from 'vitest';
import { memoryBytes } from '../../../sandbox/bytes.js';
import { openEvents } from '../../../sandbox/events/open.js';
import { trialsOf } from '../../../sandbox/events/trials.js';
import { formatNamed } from '../../../src/events/formats.js';
import type { TrajectoryFormat } from '../../../src/vocabulary.js';
import { zipOf } from '../../support/zip.js';

/** The places of the trials of a file, each with the first words in it. */
async function trialsIn(content: string | Buffer, name: TrajectoryFormat): Promise<readonly string[]> {
  const format = formatNamed(name);
  const found: string[] = [];
  for (const trial of await trialsOf(memoryBytes(Buffer.from(content as string), 'file'), format)) {
    await using index = await openEvents(format, [await trial.open()]);
    found.push(`${trial.place}: ${(await index.get('e1'))?.input}`);
  }
  return found;
}

const instance = (words: string) => ({
  instance_id: words,
  history: [{ id: 0, source: 'user', action: 'message', args: { content: words } }],
});
const sample = (words: string) => ({ id: words, epoch: 1, messages: [{ role: 'user', content: words }] });
const rollout = (words: string) => ({ prompt: words, completion: 'yes', reward: 1 });
const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const json = (value: unknown) => JSON.stringify(value, null, 1);

test.each<[string, string | Buffer, TrajectoryFormat, readonly string[]]>([
  ['lines', lines([instance('a'), instance('b')]), 'openhands', ['line 1: a', 'line 2: b']],
  ['a list', json([instance('a'), instance('b')]), 'openhands', ['element 1: a', 'element 2: b']],
  ['a list of one', json([instance('a')]), 'openhands', ['element 1: a']],
  ['events, one trial', json(instance('a').history), 'openhands', [': a']],
  ['a document, one trial', json(instance('a')), 'openhands', [': a']],
  [
    'samples of a log',
    json({ eval: {}, samples: [sample('a'), sample('b')] }),
    'inspect',
    ['element 1: a', 'element 2: b'],
  ],
  ['a sample by itself', json(sample('a')), 'inspect', [': a']],
  ['lines of results', lines([rollout('a'), rollout('b')]), 'verifiers', ['line 1: a', 'line 2: b']],
  ['a format of one trial a file', '[{"role":"user","content":"a"}]', 'openai-chat', [': a']],
  [
    'members of an archive',
    zipOf([
      { name: 'header.json', content: '{}' },
      { name: 'samples/a_epoch_1.json', content: json(sample('a')) },
      { name: 'samples/b_epoch_1.json', content: json(sample('b')), method: 0 },
      { name: '_journal/samples/c_epoch_1.json', content: '{}' },
      { name: 'samples/org/repo-7_epoch_2.json', content: json(sample('c')) },
    ]),
    'inspect',
    ['samples/a_epoch_1.json: a', 'samples/b_epoch_1.json: b', 'samples/org/repo-7_epoch_2.json: c'],
  ],
  [
    'a member whose sample is called over two lines',
    zipOf([{ name: 'samples/a\nb_epoch_1.json', content: json(sample('a')) }]),
    'inspect',
    ['samples/a\nb_epoch_1.json: a'],
  ],
  ['an archive without members', zipOf([]), 'inspect', []],
])('%s', async (_, content, format, expected) => {
  expect(await trialsIn(content, format)).toEqual(expected);
});

test('a trial of many megabytes is told by the names in it', async () => {
  const large = { ...instance('a'), metadata: { padding: 'x'.repeat(5_000_000) } };
  large.history.push({ id: 1, source: 'user', action: 'message', args: { content: 'x'.repeat(5_000_000) } });
  expect(await trialsIn(lines([large, instance('b')]), 'openhands')).toEqual(['line 1: a', 'line 2: b']);
});

test('events of many megabytes are no trials', async () => {
  const { history } = instance('x'.repeat(80_000_000));
  const trials = await trialsOf(memoryBytes(Buffer.from(lines(history)), 'file'), formatNamed('openhands'));
  expect(trials.map(({ place }) => place)).toEqual(['']);
});

test('a line that is cut off is a trial, of which the beginning is read', async () => {
  const file = lines([instance('a'), instance('b')]);
  expect(await trialsIn(file.slice(0, -3), 'openhands')).toEqual(['line 1: a', 'line 2: b']);
});

test('a sample in chunks is a trial that says what to do', async () => {
  const log = zipOf([
    { name: 'samples/a_epoch_1/sample.json', content: '{}' },
    { name: 'samples/a_epoch_1/messages/0.json', content: '[]' },
  ]);
  const trials = await trialsOf(memoryBytes(log, 'log.eval'), formatNamed('inspect'));
  expect(trials.map(({ place }) => place)).toEqual(['samples/a_epoch_1/sample.json']);
  await expect(trials[0]?.open()).rejects.toThrow(/kept in chunks.*inspect log convert/);
});
