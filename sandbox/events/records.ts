/** Reads the records of a file one by one: text line, list element, torn end. */
import type { Container } from '../../src/events/format.js';
import type { ByteSource } from '../bytes.js';
import { containerOf, splittersOf } from './container.js';
import { DocumentSplitter } from './document.js';
import type { Encoding, RawRecord, Splitter } from './record.js';

export interface RecordSink {
  /** @param splitter the one that cut it, which can name its place */
  take(record: RawRecord, splitter: Splitter, encoding: Encoding): void;
  /** Told of everything that could not be read, in words. */
  warn(message: string): void;
  /** Called between pieces of the file; what it throws ends the reading. */
  pause(): void;
}

const EMPTY = 'it holds no records';

/**
 * Hands on every record, in order; nothing but the current piece of the file is held.
 * @returns how the records of this file are decoded
 */
export async function eachRecord(
  source: ByteSource,
  containers: readonly Container[],
  sink: RecordSink,
): Promise<Encoding> {
  const container = await containerOf(source, containers);
  const encoding = container?.kind === 'text' ? 'text' : 'json';
  if (container === null) {
    sink.warn(source.size > 0 ? `no records found; expected ${containers.map(shown).join(' or ')}` : EMPTY);
    return encoding;
  }
  let taken = 0;
  for (const splitter of splittersOf(container)) {
    const take = (record: RawRecord): void => {
      taken += 1;
      sink.take(record, splitter, encoding);
    };
    for await (const chunk of source.chunks()) {
      splitter.push(chunk, take);
      sink.pause();
    }
    splitter.end(take);
    if (splitter instanceof DocumentSplitter) warnOfEnd(splitter, sink);
  }
  if (taken === 0) sink.warn(EMPTY);
  return encoding;
}

function warnOfEnd({ closed, trailing }: DocumentSplitter, sink: RecordSink): void {
  if (!closed) sink.warn('torn document, it ends before its last bracket');
  if (trailing >= 0) sink.warn(`text behind the document is not read, from byte ${trailing + 1} on`);
}

function shown(container: Container): string {
  switch (container.kind) {
    case 'lines':
      return 'one JSON record a line';
    case 'document':
      return 'a JSON document';
    case 'text':
      return 'text';
    case 'array':
      return container.path.length === 0
        ? 'a JSON list'
        : `a JSON document with a list under ${JSON.stringify(container.path.join('.'))}`;
  }
}
