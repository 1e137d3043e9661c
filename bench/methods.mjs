/** One way to read a chat trajectory, in a process of its own: prints seconds and peak memory. Usage: node methods.mjs METHOD FILE SMALL_FILE (dist/ must be built) */
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { measured } from './measured.mjs';

const Message = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string().nullable(),
  tool_call_id: z.string().optional(),
  tool_calls: z
    .array(
      z.object({
        id: z.string(),
        type: z.literal('function'),
        function: z.object({ name: z.string(), arguments: z.string() }),
      }),
    )
    .optional(),
});

/** Reading, cutting, decoding, parsing, and what each record says: what the rival does, with a format in the place of a schema. */
async function ingest(path) {
  const { fileBytes } = await import('../dist/sandbox/bytes.js');
  const { eachRecord } = await import('../dist/sandbox/events/records.js');
  const { readRecord } = await import('../dist/sandbox/events/record.js');
  const { formatNamed } = await import('../dist/src/events/formats.js');
  const format = formatNamed('openai-chat');
  const take = ({ bytes, length, known }, _, encoding) => readRecord(bytes, length, format, encoding, known);
  const warn = (message) => {
    throw new Error(message);
  };
  await eachRecord(await fileBytes(path, 'chat'), format.containers, { take, warn, pause: () => {} });
}

/** The same, and the index of its events: turns, pairs of call and result, kinds, files, sizes. */
async function index(path) {
  const { fileBytes } = await import('../dist/sandbox/bytes.js');
  const { openEvents } = await import('../dist/sandbox/events/open.js');
  const { formatNamed } = await import('../dist/src/events/formats.js');
  const events = await openEvents(formatNamed('openai-chat'), [await fileBytes(path, 'chat')]);
  await events[Symbol.asyncDispose]();
}

const METHODS = {
  'ingest, one message a line': ingest,
  'ingest, one document': ingest,
  'index, one message a line': index,
  'index, one document': index,
  'readline + JSON.parse + zod': async (path) => {
    const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
    for await (const line of lines) Message.parse(JSON.parse(line));
  },
  'readFile + JSON.parse': async (path) => {
    JSON.parse(readFileSync(path, 'utf8'));
  },
  'plain reading': async (path) => {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 19 })) chunk.at(0);
  },
};

const [method, path, small] = process.argv.slice(2);
await measured(METHODS[method], path, { small, first: 60 });
