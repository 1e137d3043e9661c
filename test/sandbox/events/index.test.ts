import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fileBytes, memoryBytes } from '../../../sandbox/bytes.js';
import { type EventIndex, openEvents } from '../../../sandbox/events/open.js';
import { MAX_RECORD } from '../../../sandbox/events/record.js';
import type { TraceFormat } from '../../../src/events/format.js';
import { formatNamed } from '../../../src/events/formats.js';
import { indexOf, readTrajectory } from '../../support/events.js';
import { longChat, writeLines } from '../../support/generate.js';

const CHAT = formatNamed('openai-chat');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test('T08: a trajectory of a million tokens is outlined, paged and read at its end', async () => {
  const path = join(folder, 'long.jsonl');
  await writeLines(path, longChat());
  await using index = await openEvents(CHAT, [await fileBytes(path, 'long.jsonl')]);
  expect([index.count, index.turnCount, index.warnings]).toEqual([502, 501, []]);
  const [summary] = await all(index.turns(300, 300));
  expect(summary).toMatchObject({ turn: 300, first_event: 'e301', last_event: 'e301' });
  expect(summary?.line).toBe('t300 e301: shell out 7.3 kB "sed -n 299,499p big.txt"');
  expect((await all(index.turns(499))).map(({ turn }) => turn)).toEqual([499, 500, 501]);
  expect((await all(index.rows(500))).map(({ id }) => id)).toEqual(['e500', 'e501', 'e502']);
  const last = await index.get('e502');
  expect(last?.input).toContain('NEEDLE');
  expect((await index.get('e301'))?.output).toMatch(/^row 299 word/);
});

test('rows, events and single looks agree, over every batch and window', async () => {
  const path = join(folder, 'agree.jsonl');
  await writeLines(path, longChat(700));
  await using index = await openEvents(CHAT, [await fileBytes(path, 'agree.jsonl')]);
  const rows = await all(index.rows());
  const events = await all(index.events());
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 702 }, (_, i) => `e${i + 1}`));
  expect(events.map(({ input, output, ...row }) => row)).toEqual(rows);
  for (const number of [1, 2, 256, 257, 512, 701, 702]) {
    expect(await index.get(`e${number}`)).toEqual(events[number - 1]);
  }
  for (const { input, output, input_bytes, output_bytes } of events) {
    expect(Buffer.byteLength(input)).toBe(input_bytes ?? 0);
    expect(Buffer.byteLength(output)).toBe(output_bytes ?? 0);
  }
});

test('a result that lies megabytes behind its call, and calls that lie before results', async () => {
  const call = (id: string) => ({
    id,
    function: { name: 'bash', arguments: JSON.stringify({ cmd: `run ${id}` }) },
  });
  const ids = Array.from({ length: 60 }, (_, i) => `c${i}`);
  const turns = ids.map((id) => ({ role: 'assistant', content: `turn ${id}`, tool_calls: [call(id)] }));
  const results = ids.map((id) => ({
    role: 'tool',
    tool_call_id: id,
    content: `${'x'.repeat(50_000)} of ${id}`,
  }));
  const { events } = await readTrajectory([...turns, ...results.reverse()]);
  expect(events.map(({ input, output }) => [input, output.slice(50_000)])).toEqual(
    ids.flatMap((id) => [
      [`turn ${id}`, ''],
      [`run ${id}`, ` of ${id}`],
    ]),
  );
});

test.each(['e0', 'e4', 'e-1', 'e01', 'e1 ', 'x', '', 'e99999999999', '__proto__'])(
  '%j names no event',
  async (id) => {
    await using index = await indexOf(
      '[{"role":"user","content":"a"},{"role":"user","content":"b"},{"role":"user","content":"c"}]',
    );
    expect(await index.get(id)).toBeNull();
  },
);

test('an empty file and an empty trajectory are read and named', async () => {
  for (const [content, warning] of [
    ['', ['trajectory.json: it holds no records']],
    ['{"messages": []}', ['trajectory.json: it holds no records']],
    ['hello', ['trajectory.json: torn last line 1, it ends inside a record']],
  ] as const) {
    await using index = await indexOf(content);
    expect([index.count, index.turnCount, index.warnings]).toEqual([0, 0, warning]);
    expect(await all(index.rows())).toEqual([]);
    expect(await all(index.turns())).toEqual([]);
  }
});

test('a broken line in the middle is named and the rest is read', async () => {
  const { events, warnings } = await readTrajectory(
    '{"role":"user","content":"a"}\n{oops}\n{"role":"user","content":"b"}\n',
  );
  expect(events.map(({ input }) => input)).toEqual(['a', 'b']);
  expect(warnings).toEqual(['trajectory.json: line 2 is not JSON']);
});

test('a document that is cut in an element is read up to there', async () => {
  const { events, warnings } = await readTrajectory(
    '{"messages": [{"role":"user","content":"a"}, {"role":"assi',
  );
  expect(events.map(({ input }) => input)).toEqual(['a']);
  expect(warnings).toEqual([
    'trajectory.json: torn last element 2, it ends inside a record',
    'trajectory.json: torn document, it ends before its last bracket',
  ]);
});

test('several documents one behind the other are not passed over in silence', async () => {
  const { warnings } = await readTrajectory(
    '{"messages": [{"role":"user","content":"a"}]}\n{"messages": [{"role":"user","content":"b"}]}',
  );
  expect(warnings).toEqual(['trajectory.json: text behind the document is not read, from byte 47 on']);
});

test('bytes that are not UTF-8 are named', async () => {
  const { events, warnings } = await readTrajectory(
    Buffer.from('[{"role":"user","content":"caf\xe9"}]', 'latin1'),
  );
  expect(events[0]?.input).toBe('caf\ufffd');
  expect(warnings).toEqual(['trajectory.json: element 1 has bytes that are not UTF-8, shown as U+FFFD']);
});

test('warnings have an end', async () => {
  const { warnings } = await readTrajectory('{oops\n'.repeat(1000));
  expect(warnings).toHaveLength(51);
  expect(warnings.at(-1)).toBe('950 more warnings of this kind');
});

test('a record that is too large is one event that says so, and its neighbours are whole', async () => {
  const big = JSON.stringify({ role: 'tool', tool_call_id: 'a', content: 'x'.repeat(MAX_RECORD) });
  const { events, warnings } = await readTrajectory(
    `{"role":"user","content":"before"}\n${big}\n{"role":"user","content":"after"}`,
  );
  expect(events.map(({ input }) => input)).toEqual([
    'before',
    expect.stringMatching(/^\[record not read: it has 671\d+ bytes, the limit is 67108864\]$/),
    'after',
  ]);
  expect(events[1]?.notes).toEqual(['oversized']);
  expect(warnings).toEqual([
    expect.stringMatching(
      /^trajectory\.json: line 2 is not read: it has 671\d+ bytes, the limit is 67108864$/,
    ),
  ]);
});

test('a record of millions of values is one event that says so', async () => {
  const bomb = `{"role":"tool","content":[${'[],'.repeat(2_500_000)}0]}`;
  const { events } = await readTrajectory(`${bomb}\n{"role":"user","content":"after"}`);
  expect(events.map(({ input }) => input)).toEqual([
    '[record not read: its 7.5 MB hold millions of values]',
    'after',
  ]);
});

test('deep nesting does not end the reading', async () => {
  const deep = `{"role":"user","content":${'['.repeat(400_000)}1${']'.repeat(400_000)}}`;
  const { events } = await readTrajectory(`${deep}\n{"role":"user","content":"after"}`);
  expect(events.map(({ input }) => input)).toEqual(['[part: object]', 'after']);
});

test('many open calls do not fill the memory: the oldest are given up', async () => {
  const call = (i: number) => ({
    role: 'assistant',
    tool_calls: [{ id: `c${i}`, function: { name: 'bash', arguments: '{"cmd":"x"}' } }],
  });
  const answer = (i: number) => ({ role: 'tool', tool_call_id: `c${i}`, content: `r${i}` });
  const { events } = await readTrajectory([
    ...Array.from({ length: 5000 }, (_, i) => call(i)),
    answer(0),
    answer(4999),
  ]);
  expect(events[0]?.notes).toContain('no_result_recorded');
  expect(events[4999]).toMatchObject({ output: 'r4999' });
  expect(events[5000]).toMatchObject({ type: 'unmatched_result', output: 'r0' });
});

test('several files are one trajectory, read in order', async () => {
  const part = (text: string, name: string) => memoryBytes(Buffer.from(text), name);
  await using index = await openEvents(CHAT, [
    part(
      '{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"bash","arguments":"{}"}}]}\n',
      'one.jsonl',
    ),
    part('[{"role":"tool","tool_call_id":"a","content":"late"}, {"role":"user","content":"b"}]', 'two.json'),
    part('{"role":"user', 'three.jsonl'),
  ]);
  expect((await all(index.events())).map(({ output, input }) => output + input)).toEqual(['late', 'b']);
  expect(index.warnings).toEqual(['three.jsonl: torn last line 1, it ends inside a record']);
});

/** A format with sub-agents and split turns, as later formats have them. */
const THREADED: TraceFormat = {
  name: 'claude-code',
  containers: [{ kind: 'lines' }],
  recognize: () => null,
  read: (record) => {
    const { thread, turn, tool, text } = record as Record<string, string>;
    const said = { type: 'message', role: 'assistant', text: text ?? null, notes: [] } as const;
    const call = {
      type: 'call',
      id: null,
      tool: tool ?? '',
      kind: 'other',
      command: null,
      files: [],
      text: text ?? '',
      notes: [],
    } as const;
    return {
      pieces: [tool === undefined ? said : call],
      ...(turn === undefined ? {} : { turn }),
      ...(thread === undefined ? {} : { thread }),
    };
  },
};

test('threads and turns over several records are kept', async () => {
  const records = [
    { turn: 'm1', text: 'a' },
    { turn: 'm1', text: 'b' },
    { turn: 's1', text: 'c', thread: 'helper "x"\n', tool: 'Odd\ntool' },
    { turn: 'm2', text: 'd' },
  ];
  const content = Buffer.from(records.map((record) => JSON.stringify(record)).join('\n'));
  await using index = await openEvents(THREADED, [memoryBytes(content, 'x')]);
  expect((await all(index.rows())).map(({ turn, thread, tool }) => [turn, thread, tool])).toEqual([
    [1, 'main', null],
    [1, 'main', null],
    [2, 'helper "x"\n', 'Odd\ntool'],
    [3, 'main', null],
  ]);
  expect((await all(index.turns())).map(({ line }) => line)).toEqual([
    't1 e1-e2: assistant says 1 B; assistant says 1 B',
    't2 e3 in "helper \\"x\\"" …: other in 1 B no result recorded "Odd" …',
    't3 e4: assistant says 1 B',
  ]);
});

test('the index leaves nothing behind, also when it is stopped or cannot be read', async () => {
  const temporary = await mkdtemp(join(folder, 'tmp-'));
  vi.stubEnv('TMPDIR', temporary);
  const content = Buffer.from('{"role":"user","content":"a"}\n');
  const small: EventIndex = await openEvents(CHAT, [memoryBytes(content, 'x')]);
  expect(await readdir(temporary)).toEqual([]);
  await small[Symbol.asyncDispose]();
  const many = Buffer.from(content.toString().repeat(5000));
  const large = await openEvents(CHAT, [memoryBytes(many, 'x')]);
  expect(await readdir(temporary)).toHaveLength(1);
  expect((await large.get('e5000'))?.input).toBe('a');
  await large[Symbol.asyncDispose]();
  const stopped = openEvents(CHAT, [memoryBytes(content, 'x')], { signal: AbortSignal.abort() });
  await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
  const path = join(folder, 'gone.jsonl');
  await writeFile(path, content);
  const source = await fileBytes(path, 'gone.jsonl');
  await writeFile(path, `${content}${content}`);
  await expect(openEvents(CHAT, [source])).rejects.toMatchObject({
    code: 'input',
    place: { file: 'gone.jsonl' },
  });
  expect(await readdir(temporary)).toEqual([]);
  vi.unstubAllEnvs();
});
