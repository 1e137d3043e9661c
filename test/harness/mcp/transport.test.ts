import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { MAX_MESSAGE, stdioTransport } from '../../../harness/mcp/transport.js';

const CALL = { jsonrpc: '2.0', id: 7, method: 'tools/list' };

/** What is handed on and what is answered, when these bytes come in and end. */
async function heard(chunks: Iterable<string | Buffer>) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = stdioTransport(input, output);
  const messages: unknown[] = [];
  transport.onmessage = (message) => {
    messages.push(message);
  };
  await transport.start();
  await pipeline(Readable.from(chunks), input);
  await transport.close();
  const said = String(output.read() ?? '')
    .split('\n')
    .filter((line) => line !== '');
  return { messages, answers: said.map((line) => JSON.parse(line)) };
}

const long = 'x'.repeat(MAX_MESSAGE);

test.each([
  { title: 'is no JSON', line: '{"id": 3', id: null, code: -32700 },
  { title: 'is no JSON-RPC', line: '[]', id: null, code: -32600 },
  { title: 'is no JSON-RPC but has an id', line: '{"id": "a", "method": 3}', id: 'a', code: -32600 },
  {
    title: 'is too large, with its id at the end',
    line: `{"method":"tools/call","params":{"x":"${long}"},"jsonrpc":"2.0","id":5}`,
    id: 5,
    code: -32600,
  },
  {
    title: 'is too large, with its id at the start',
    line: `{"jsonrpc":"2.0","id":"five","method":"tools/call","params":{"id":6,"x":"${long}"}}`,
    id: 'five',
    code: -32600,
  },
  {
    title: 'is too large, with an id that is not its own',
    line: `{"jsonrpc":"2.0","method":"tools/call","params":{"x":"${long}","id":6}}`,
    id: null,
    code: -32600,
  },
])('a line that $title is answered with an error, and the next one is read', async ({ line, id, code }) => {
  const { messages, answers } = await heard([`${line}\n${JSON.stringify(CALL)}\n`]);
  expect(messages).toEqual([CALL]);
  expect(answers).toEqual([{ jsonrpc: '2.0', id, error: { code, message: expect.any(String) } }]);
});

test('messages are put together however they are cut, the last one without its line end', async () => {
  const text = `\r\n${JSON.stringify(CALL)}\r\n\n${JSON.stringify({ ...CALL, id: '🚀' })}`;
  const { messages, answers } = await heard([...Buffer.from(text)].map((byte) => Buffer.from([byte])));
  expect(messages).toEqual([CALL, { ...CALL, id: '🚀' }]);
  expect(answers).toEqual([]);
});

test('the largest message that is read is handed on whole', async () => {
  const call = { ...CALL, params: { x: '' } };
  const params = { x: 'x'.repeat(MAX_MESSAGE - JSON.stringify(call).length) };
  const text = `${JSON.stringify({ ...call, params })}\n`;
  const { messages } = await heard([text.slice(0, 99), text.slice(99)]);
  expect(messages).toEqual([{ ...call, params }]);
});
