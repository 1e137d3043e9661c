/** Writes synthetic chat trajectories of any size: tool calls with arguments and outputs of code, 4-5 kB a turn, mostly ASCII. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

export const CODE = [
  'def resolve(self, name, *, default=None):',
  '    """Return the value of `name`, or "default" where there is none."""',
  '    for scope in reversed(self.scopes):',
  '        if name in scope:',
  '            return scope[name]  # inner scopes win',
  "    raise KeyError(f'{name!r} is not defined')",
].join('\n');

function turn(number: number): object[] {
  const id = `call_${number}`;
  const command = `cd /testbed && sed -n '${number},${number + 60}p' src/resolver.py && python -m pytest -q tests/test_resolver.py`;
  const body = `${CODE}\n`.repeat(12 + (number % 5));
  return [
    {
      role: 'assistant',
      content:
        number % 7 === 0
          ? `I look at the resolver … step ${number}`
          : `I look at the resolver, step ${number}.`,
      tool_calls: [
        { id, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command }) } },
      ],
    },
    { role: 'tool', tool_call_id: id, content: `${body}\n${number} passed in 0.12s` },
  ];
}

/** Writes about `bytes` bytes: one message a line, or one document with a list of messages. */
export async function writeChat(path: string, bytes: number, shape: 'lines' | 'document'): Promise<void> {
  const stream = createWriteStream(path);
  const write = async (text: string): Promise<void> => {
    if (!stream.write(text)) await once(stream, 'drain');
  };
  await write(shape === 'document' ? '{"info": {"model": "none"}, "messages": [' : '');
  let written = 0;
  for (let number = 1; written < bytes; number++) {
    const messages = turn(number).map((message) => JSON.stringify(message));
    const text = messages.join(shape === 'lines' ? '\n' : ', ');
    await write(shape === 'lines' ? `${text}\n` : `${number === 1 ? '' : ', '}${text}`);
    written += text.length;
  }
  stream.end(shape === 'document' ? ']}' : '');
  await finished(stream);
}
