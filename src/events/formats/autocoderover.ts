/** AutoCodeRover: the conversation of its search rounds or of its patch writer, whose searches stand in the answers to the agent. */
import { isObject, text } from '../../text/json.js';
import { readMessage } from '../chat.js';
import type { Called, Piece, Reading, TraceFormat } from '../format.js';
import { readCall } from '../tools.js';

/** A head in front of each result, written by the harness: `Result of search_class("Matrix"):`. */
const RESULT = /^Result of ((?:search|get)_\w{1,60})\((.{0,2000})\):[ \t]*$/gm;
const FILES = /(?:conversation_round|debug_agent_write_patch)_\d+\.json$/;

export const autocoderover: TraceFormat = {
  name: 'autocoderover',
  containers: [{ kind: 'array', path: [] }],
  recognize({ name, records, text: shown }) {
    if (!isObject(records[0]) || text(records[0], 'role') === undefined) return null;
    if (FILES.test(name)) return 'named like a conversation of AutoCodeRover';
    const asks = /search_method_in_file\(method_name: str|"Result of search_\w+\(/.test(shown);
    return asks && /"role"/.test(shown) ? 'search calls of AutoCodeRover' : null;
  },
  read(record): Reading {
    const role = isObject(record) ? text(record, 'role') : undefined;
    const content = isObject(record) ? text(record, 'content') : undefined;
    if (content === undefined) return readMessage(record);
    if (role === 'user' && content.startsWith('Result of ')) return readResults(content);
    if (role === 'assistant') return readPatch(content) ?? readMessage(record);
    return readMessage(record);
  },
};

/** Searches that the harness ran for the agent, each with its result. */
function readResults(content: string): Reading {
  const heads = [...content.matchAll(RESULT)];
  const pieces = heads.flatMap((head, at): Piece[] => {
    const end = heads[at + 1]?.index ?? content.length;
    const shown = content.slice(head.index + head[0].length, end).trim();
    const call: Called = readCall(null, head[1] ?? '', { query: head[2] ?? '' });
    return [
      { ...call, text: `${head[1]}(${head[2]})` },
      { type: 'result', id: null, role: 'tool', text: shown, exit_code: null, notes: [] },
    ];
  });
  if (pieces.length === 0) return readMessage({ role: 'user', content });
  return { pieces };
}

/** A patch is the last thing that the agent writes: blocks of a file, its original and its patched text. */
function readPatch(content: string): Reading | null {
  const from = content.indexOf('<file>');
  if (from < 0 || !content.includes('<original>') || !content.includes('<patched>')) return null;
  const paths = [...content.matchAll(/<file>([^<\n]{1,300})<\/file>/g)].map((match) =>
    (match[1] ?? '').trim(),
  );
  const call: Called = {
    ...readCall(null, 'write_patch', { paths }),
    kind: 'edit',
    text: content.slice(from),
  };
  const words = content.slice(0, from).trim();
  const said: Piece[] = words === '' ? [] : [{ type: 'message', role: 'assistant', text: words, notes: [] }];
  return { pieces: [...said, call], turn: null };
}
