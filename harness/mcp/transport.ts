/** JSON-RPC messages over stdio, one a line: bounded in size, and none without an answer, which the SDK's own transport leaves out. */
import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, JSONRPCMessageSchema, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import { jsonErrorAt } from '../../src/text/json-error.js';

/** Most bytes of one message; arguments of tools are far smaller. */
export const MAX_MESSAGE = 4 * 1024 * 1024;

export function stdioTransport(input: Readable, output: Writable): Transport {
  const send = (message: object): Promise<void> =>
    new Promise((resolve) => {
      // Told of a failure too: a client that is gone takes nothing, and must not be waited for.
      if (output.write(`${JSON.stringify(message)}\n`, () => resolve())) resolve();
    });
  const refuse = (id: RequestId | null, code: ErrorCode, message: string): void => {
    void send({ jsonrpc: '2.0', id, error: { code, message } });
  };
  const take = (line: string): void => {
    if (line.trim() === '') return;
    const value = parsed(line);
    const message = JSONRPCMessageSchema.safeParse(value);
    if (message.success) transport.onmessage?.(message.data);
    else if (value === undefined) refuse(null, ErrorCode.ParseError, notJson(line));
    else refuse(idOf(value), ErrorCode.InvalidRequest, 'the message is none of JSON-RPC 2.0');
  };
  const lines = lineReader(take, (head, tail) => {
    const id = idAtStart(head) ?? idAtEnd(tail);
    refuse(id, ErrorCode.InvalidRequest, `the message has more than ${MAX_MESSAGE} bytes`);
  });
  const fail = (error: Error): void => transport.onerror?.(error);
  const transport: Transport = {
    start: async () => {
      input.on('data', lines.add).once('end', lines.end).on('error', fail);
    },
    send,
    close: async () => {
      input.off('data', lines.add).off('end', lines.end).off('error', fail).pause();
      transport.onclose?.();
    },
  };
  return transport;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const notJson = (line: string): string => `the message is not valid JSON at position ${jsonErrorAt(line)}`;

const isId = (value: unknown): value is RequestId => typeof value === 'string' || typeof value === 'number';

function idOf(value: unknown): RequestId | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return isId(id) ? id : null;
}

const ID = String.raw`"id"\s*:\s*(-?\d{1,15}|"[\w.:-]{1,80}")`;
const VERSION = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
const AT_START = new RegExp(String.raw`^\s*\{\s*(?:${VERSION}\s*,\s*)?${ID}\s*,`);
/** What stands right before the last bracket is a member of the message itself. */
const AT_END = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*${VERSION}\s*)?\}\s*$`);

/** Of a message that is not read, the id can be told only where it is written first or last, as clients write it. */
const idAtStart = (head: string): RequestId | null => idIn(AT_START, head);
const idAtEnd = (tail: string): RequestId | null => idIn(AT_END, tail);

function idIn(pattern: RegExp, text: string): RequestId | null {
  const id = pattern.exec(text)?.[1];
  return id === undefined ? null : (JSON.parse(id) as RequestId);
}

/** What is kept of both ends of a line that is too long. */
const EDGE = 512;

/** Cuts bytes into lines, in linear time, and keeps no more of one than its limit. */
function lineReader(onLine: (line: string) => void, onLong: (head: string, tail: string) => void) {
  let parts: Buffer[] = [];
  let size = 0;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  const grow = (piece: Buffer): void => {
    size += piece.length;
    if (head.length < EDGE) head = Buffer.concat([head, piece.subarray(0, EDGE - head.length)]);
    tail = Buffer.concat([tail, piece.subarray(-EDGE)]).subarray(-EDGE);
    if (size <= MAX_MESSAGE) parts.push(piece);
    else parts = [];
  };
  const end = (): void => {
    if (size > MAX_MESSAGE) onLong(head.toString(), tail.toString());
    else onLine(Buffer.concat(parts).toString());
    parts = [];
    size = 0;
    head = Buffer.alloc(0);
    tail = Buffer.alloc(0);
  };
  return {
    add: (chunk: Buffer): void => {
      let from = 0;
      for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, from)) {
        grow(chunk.subarray(from, at));
        end();
        from = at + 1;
      }
      grow(chunk.subarray(from));
    },
    end,
  };
}
