/** `gagar advantages`: good lines, bad lines, streams. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { filterLines } from '../../../harness/cli/filter.js';
import { answerAdvantages } from '../../../src/arithmetic/lines.js';
import { parseLine } from '../../../src/records/line.js';
import { AdvantagesLine } from '../../../src/records/shape.js';
import { runGagar, startGagar } from './gagar.js';

const answer = (text: string) => answerAdvantages(parseLine(AdvantagesLine, text));

/** The filter inside this process: what it writes for these chunks. */
async function filter(...chunks: (string | Uint8Array)[]): Promise<unknown[]> {
  let text = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  async function* input() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  await filterLines(answer, input(), sink);
  return read(text);
}

const GOOD = {
  group_id: 'good',
  rollouts: [
    { id: 'a', passed: true, factor: 1 },
    { id: 'b', passed: false },
  ],
};
const ANSWER = {
  group_id: 'good',
  status: 'redistributed',
  mean: 0.5,
  lambda: 1,
  lambda_applied: 1,
  capped: false,
  has_signal: true,
  advantages: { a: 0.5, b: -0.5 },
  reward_equivalent: { a: 1, b: 0 },
  warnings: [],
};
const good = JSON.stringify(GOOD);
const line = (rollouts: string): string => `{"group_id": "bad", "rollouts": [${rollouts}]}`;
const read = (stdout: string): unknown[] =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text) as unknown);

const A = '{"id": "a", "passed": true';
const BAD: readonly { readonly what: string; readonly text: string; readonly says: RegExp }[] = [
  {
    what: 'a null reward',
    text: line(`${A}, "reward": null}`),
    says: /rollouts\[0\]\.reward.*null.*finite number/,
  },
  { what: 'a reward as text', text: line(`${A}, "reward": "1"}`), says: /rollouts\[0\]\.reward.*"1"/ },
  { what: 'a boolean reward', text: line(`${A}, "reward": true}`), says: /rollouts\[0\]\.reward.*true/ },
  { what: '1e999', text: line(`${A}, "reward": 1e999}`), says: /rollouts\[0\]\.reward.*finite/ },
  { what: 'NaN', text: line(`${A}, "reward": NaN}`), says: /NaN/ },
  {
    what: 'a reward beyond the range',
    text: line(`${A}, "reward": -1e101}`),
    says: /rollouts\[0\]\.reward.*-1e\+?100/,
  },
  { what: 'a typo', text: line(`${A}, "facter": 1}`), says: /facter.*factor/ },
  { what: 'a field of another filter', text: line(`${A}, "flagged": [[0, 1]]}`), says: /flagged/ },
  { what: 'a missing verdict', text: line('{"id": "a"}'), says: /rollouts\[0\]\.passed.*missing/ },
  {
    what: 'a duplicate id',
    text: line(`${A}}, {"id": "b", "passed": false}, ${A}}`),
    says: /rollouts\[2\]\.id.*"a".*rollouts\[0\]/,
  },
  { what: 'a factor of 0', text: line(`${A}, "factor": 0}`), says: /rollouts\[0\]\.factor.*\(0, 1\]/ },
  { what: 'a factor above 1', text: line(`${A}, "factor": 1.01}`), says: /rollouts\[0\]\.factor is 1\.01/ },
  { what: 'no rollouts', text: line(''), says: /rollouts.*at least 1/ },
  {
    what: 'a cap below 1',
    text: `{"group_id": "bad", "lambda_max": 0.99, "rollouts": [${A}}]}`,
    says: /lambda_max.*at least 1.*null/,
  },
  {
    what: 'an unknown mode',
    text: `{"group_id": "bad", "mode": "redistributed", "rollouts": [${A}}]}`,
    says: /mode.*redistribute/,
  },
  {
    what: 'a __proto__ key',
    text: `{"group_id": "bad", "__proto__": {}, "rollouts": [${A}}]}`,
    says: /__proto__/,
  },
  {
    what: 'a __proto__ key, escaped',
    text: line(`${A}, "\\u005f_proto__": {"valid": false}}`),
    says: /__proto__/,
  },
  {
    what: 'an id that is __proto__',
    text: line('{"id": "__proto__", "passed": true}'),
    says: /rollouts\[0\]\.id.*__proto__/,
  },
  { what: 'a repeated key', text: line(`${A}, "passed": false}`), says: /passed/ },
  { what: 'a torn line', text: `{"group_id": "bad", "rollouts": [${A}`, says: /./ },
  { what: 'a list', text: '[1, 2]', says: /object/ },
];

test.each(BAD)('$what is refused by name', async ({ text, says }) => {
  expect(await filter(text)).toEqual([
    { group_id: text.includes('"bad"') ? 'bad' : null, line: 1, error: expect.stringMatching(says) },
  ]);
});

test('a bad line is answered in its place, the others are not lost, and the exit code is 1', async () => {
  const input = BAD.flatMap(({ text }) => [`${good}\n`, `${text}\n`]);
  const { code, stdout, stderr } = await runGagar(['advantages'], input);
  const bad = BAD.map((_, index) => ({ line: 2 * index + 2, error: expect.any(String) }));
  expect(read(stdout)).toMatchObject(bad.flatMap((expected) => [ANSWER, expected]));
  expect(code).toBe(1);
  expect(stderr).toBe(
    `gagar: ${BAD.length} of ${2 * BAD.length} lines could not be used; each has its error in its place\n`,
  );
});

test.each([
  {
    what: 'a cap of null and a factor of a failure',
    text: good
      .replace('"rollouts"', '"lambda_max": null, "rollouts"')
      .replace('false}', 'false, "factor": 7}'),
  },
  { what: 'an id that every object has', text: good.replaceAll('"a"', '"constructor"') },
  { what: 'an id that looks like a number', text: good.replaceAll('"a"', '"10"') },
])('$what is fine', async ({ text }) => {
  const [answered] = (await filter(text)) as (typeof ANSWER)[];
  expect(Object.values(answered!.advantages).sort()).toEqual([-0.5, 0.5]);
});

test('BOM, CRLF, blank lines and a last line without its end are read; numbers count blank lines', async () => {
  expect(await filter(`\uFEFF${good}\r\n\r\n \t\r\n${good}\r\n{"no": 1}\r\n${good}`)).toEqual([
    ANSWER,
    ANSWER,
    { group_id: null, line: 5, error: expect.any(String) },
    ANSWER,
  ]);
});

test('bytes that are no UTF-8 spoil their own line only', async () => {
  const bad = Buffer.concat([Buffer.from('{"group_id": "'), Buffer.from([0xc3, 0x28]), Buffer.from('"}\n')]);
  const refused = { group_id: null, line: 2, error: 'the line is not UTF-8' };
  expect(await filter(`${good}\n`, bad, `${good}\n`)).toEqual([ANSWER, refused, ANSWER]);
});

test('characters cut between two chunks are read whole', async () => {
  const bytes = Buffer.from(`${good.replaceAll('good', 'gut—ü🙂')}\n`);
  const chunks = Array.from(bytes, (byte) => Uint8Array.of(byte));
  expect(await filter(...chunks)).toEqual([{ ...ANSWER, group_id: 'gut—ü🙂' }]);
});

test('no input makes no output', async () => {
  expect(await filter()).toEqual([]);
});

test('a group is found again in a line with a NaN in it, as Python writes them', async () => {
  expect(await filter(line(`${A}, "reward": NaN}`))).toMatchObject([{ group_id: 'bad' }]);
});

test('a slow reader holds the filter back instead of filling its memory', async () => {
  const CHUNKS = 20;
  let taken = 0;
  async function* input() {
    while (taken < CHUNKS) {
      taken += 1;
      yield Buffer.from(`${good}\n`.repeat(100));
    }
  }
  const pending: (() => void)[] = [];
  const slow = new Writable({
    highWaterMark: 1024,
    write: (_chunk, _encoding, done) => void pending.push(done),
  });
  const done = filterLines(answer, input(), slow);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(taken).toBe(1);
  while (taken < CHUNKS) {
    pending.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  pending.shift()?.();
  expect(await done).toEqual({ lines: 100 * CHUNKS, failed: 0 });
});

test('a line is answered before the next one is sent', async () => {
  const child = startGagar('advantages');
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  for (let round = 0; round < 3; round++) {
    child.stdin.write(`${good}\n`);
    expect(JSON.parse((await answers.next()).value as string)).toEqual(ANSWER);
  }
  child.stdin.end();
  expect((await once(child, 'exit'))[0]).toBe(0);
});

test('a reader that closes the pipe early ends the command quietly', async () => {
  const child = startGagar('advantages');
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  child.stdin.on('error', () => {});
  const ended = once(child, 'exit');
  child.stdout.once('data', () => child.stdout.destroy());
  const feed = (): void => {
    while (child.exitCode === null && child.stdin.writable)
      if (!child.stdin.write(`${good}\n`.repeat(500))) break;
  };
  child.stdin.on('drain', feed);
  feed();
  expect((await ended)[0]).toBe(0);
  expect(stderr).toBe('');
});

test('a record over many lines is told from lines', async () => {
  const pretty = await runGagar(['advantages'], [JSON.stringify(GOOD, null, 1)]);
  expect([pretty.code, pretty.stderr]).toEqual([
    1,
    expect.stringMatching(/one whole group, and `jq -c \.` makes/),
  ]);
  const one = await runGagar(['advantages'], ['{']);
  expect(one.stderr).not.toContain('jq');
});
