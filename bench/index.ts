/** Indexing a trajectory of 1 MB, 100 MB and 1 GB beside JSON.parse, plain reading, and readline + JSON.parse + zod: time and peak memory, each in a process of its own. */
import { spawnSync } from 'node:child_process';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { fileBytes } from '../sandbox/bytes.js';
import { openEvents } from '../sandbox/events/open.js';
import { privateFolder } from '../sandbox/temp.js';
import { formatNamed } from '../src/events/formats.js';
import { writeChat } from './chat.js';

const RESULT = z.object({ seconds: z.number(), count: z.number(), memory: z.number(), start: z.number() });
type Result = z.infer<typeof RESULT>;

const Message = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string().nullable(),
  tool_call_id: z.string().optional(),
  tool_calls: z
    .array(
      z.object({
        id: z.string(),
        type: z.string(),
        function: z.object({ name: z.string(), arguments: z.string() }),
      }),
    )
    .optional(),
});

const METHODS: Readonly<Record<string, (path: string) => Promise<number>>> = {
  'gagar, JSONL': index,
  'gagar, one document': index,
  'readline + JSON.parse + zod': async (path) => {
    let count = 0;
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      Message.parse(JSON.parse(line));
      count += 1;
    }
    return count;
  },
  'readFile + JSON.parse': async (path) => JSON.parse(readFileSync(path, 'utf8')).messages.length,
  'plain reading': async (path) => {
    let bytes = 0;
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) bytes += chunk.length;
    return bytes;
  },
};
const DOCUMENTS = ['gagar, one document', 'readFile + JSON.parse'];

async function index(path: string): Promise<number> {
  await using events = await openEvents(formatNamed('openai-chat'), [await fileBytes(path, 'chat')]);
  return events.count;
}

/** Runs one method in this process and prints what it took. */
async function measure(method: string, path: string): Promise<void> {
  const run = METHODS[method];
  if (!run) throw new Error(`no method ${method}`);
  const start = process.resourceUsage().maxRSS;
  const began = performance.now();
  const count = await run(path);
  const seconds = (performance.now() - began) / 1000;
  process.stdout.write(JSON.stringify({ seconds, count, memory: process.resourceUsage().maxRSS, start }));
}

function inChild(method: string, path: string): Result | string {
  const self = fileURLToPath(import.meta.url);
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', self, method, path], {
    encoding: 'utf8',
  });
  const parsed = RESULT.safeParse(stdout === '' ? null : JSON.parse(stdout));
  return parsed.success ? parsed.data : (/^\w*Error.*$/m.exec(stderr)?.[0] ?? 'failed').slice(0, 60);
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

async function compare(megabytes: number, rounds: number, folder: string): Promise<void> {
  const lines = join(folder, `${megabytes}.jsonl`);
  const document = join(folder, `${megabytes}.json`);
  await writeChat(lines, megabytes * 1e6, 'lines');
  await writeChat(document, megabytes * 1e6, 'document');
  const results = new Map<string, (Result | string)[]>();
  for (let round = 0; round < rounds; round++) {
    for (const method of Object.keys(METHODS)) {
      const path = DOCUMENTS.includes(method) ? document : lines;
      results.set(method, [...(results.get(method) ?? []), inChild(method, path)]);
    }
  }
  console.log(`\n${megabytes} MB (${rounds} rounds, medians)`);
  const rival = secondsOf(results.get('readline + JSON.parse + zod') ?? []);
  for (const [method, all] of results) {
    const good = all.filter((result) => typeof result !== 'string');
    if (good.length === 0) {
      console.log(`  ${method.padEnd(30)} ${String(all[0])}`);
      continue;
    }
    const seconds = secondsOf(all);
    const size = statSync(DOCUMENTS.includes(method) ? document : lines).size / 1e6;
    const peak = median(good.map(({ memory }) => memory)) / 1024;
    const start = median(good.map((result) => result.start)) / 1024;
    console.log(
      `  ${method.padEnd(30)} ${(seconds * 1000).toFixed(0).padStart(7)} ms ${(size / seconds).toFixed(0).padStart(6)} MB/s` +
        ` ${(rival / seconds).toFixed(1).padStart(6)}x  peak ${peak.toFixed(0).padStart(5)} MB (${start.toFixed(0)} at start)`,
    );
  }
}

const secondsOf = (results: readonly (Result | string)[]): number =>
  median(results.flatMap((result) => (typeof result === 'string' ? [] : [result.seconds])));

const [method, path] = process.argv.slice(2);
if (method !== undefined && path !== undefined) await measure(method, path);
else {
  await using folder = await privateFolder();
  const sizes = method === undefined ? [1, 100, 1000] : [Number(method)];
  for (const size of sizes) await compare(size, size >= 1000 ? 3 : 5, folder.path);
}
