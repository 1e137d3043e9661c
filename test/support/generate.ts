/** Writers of inputs that are too large to be kept as files: the T06, T08 and L11 cases, and trajectories of any size. */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** A chat whose first message holds an inline picture of `size` base64 characters (T06). */
export const imageChat = (size = 1_900_000): string => {
  const url = `data:image/png;base64,iVBORw0KGgo${'A'.repeat(size)}`;
  const question = [
    { type: 'text', text: 'why is the chart empty?' },
    { type: 'image_url', image_url: { url } },
  ];
  return JSON.stringify({
    candidate: 'c1',
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: 'The axis is wrong.' },
    ],
  });
};

/** Chat messages of about `steps` x 8 kB, one a line, with the useful sentence at the end (T08). */
export function* longChat(steps = 500): Generator<string> {
  yield JSON.stringify({ role: 'user', content: 'fix sub in src/calc.py' });
  for (let i = 0; i < steps; i++) {
    const call = { name: 'bash', arguments: JSON.stringify({ cmd: `sed -n ${i},${i + 200}p big.txt` }) };
    const tool_calls = [{ id: `s${i}`, type: 'function', function: call }];
    yield JSON.stringify({ role: 'assistant', content: null, tool_calls });
    const content = `row ${i} word word word word\n`.repeat(260);
    yield JSON.stringify({ role: 'tool', tool_call_id: `s${i}`, content });
  }
  yield JSON.stringify({ role: 'assistant', content: 'NEEDLE: I replaced the operator in sub().' });
}

/** A test log with one line of `size` characters between two results (L11). */
export const hugeLineLog = (size = 20_000_000): Buffer =>
  Buffer.concat([
    Buffer.from('tests/test_calc.py::test_add PASSED\n'),
    Buffer.alloc(size, 'x'),
    Buffer.from('\ntests/test_calc.py::test_sub FAILED\n1 failed, 1 passed\n'),
  ]);

/** Writes texts one a line, without holding them. */
export async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  const stream = createWriteStream(path);
  for (const line of lines) if (!stream.write(`${line}\n`)) await once(stream, 'drain');
  stream.end();
  await finished(stream);
}
