/** Reads server-sent events from bytes, in linear time and with a bound per event; the SDKs' own readers have neither. */
import { stopWith } from '../providers/failure.js';

export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

const MAX_EVENT = 32 * 1024 * 1024;

/** Lines end with LF, CR or CRLF, wherever the chunks are cut; a character may be cut as well. */
async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let carry = '';
  let afterCr = false;
  for await (const chunk of body) {
    let text = decoder.decode(chunk, { stream: true });
    if (text === '') continue;
    if (afterCr && text.startsWith('\n')) text = text.slice(1);
    afterCr = text.endsWith('\r');
    const lines = text.split(/\r\n|\r|\n/);
    lines[0] = carry + (lines[0] ?? '');
    carry = lines.pop() ?? '';
    if (carry.length > MAX_EVENT)
      throw stopWith('bad_provider_answer', `a line of more than ${MAX_EVENT} characters`);
    yield* lines;
  }
  carry += decoder.decode();
  if (carry !== '') yield carry;
}

export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  let event = '';
  let data: string[] = [];
  let size = 0;
  for await (const line of readLines(body)) {
    if (line === '') {
      if (data.length > 0) yield { event, data: data.join('\n') };
      event = '';
      data = [];
      size = 0;
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'event') event = value;
    if (field !== 'data') continue;
    data.push(value);
    size += value.length;
    if (size > MAX_EVENT)
      throw stopWith('bad_provider_answer', `an event of more than ${MAX_EVENT} characters`);
  }
  // Some servers close right behind the last event, without its blank line.
  if (data.length > 0) yield { event, data: data.join('\n') };
}
