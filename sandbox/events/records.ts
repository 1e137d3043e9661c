/** Reads the records of a file one by one: text line, list element, torn end. */
import type { Container } from '../../src/events/format.js';
import type { ByteSource } from '../bytes.js';
import { containerOf, splittersOf } from './container.js';
import { DocumentSplitter } from './document.js';
import type { Encoding, RawRecord } from './record.js';

/** Told of everything that could not be read, in words. */
export type Warn = (message: string) => void;

/**
 * Calls `take` with every record, in order; nothing but the current piece of the file is held.
 * @param pause called between pieces; what it throws ends the reading
 * @returns how the records of this file are decoded
 */
export async function eachRecord(
  source: ByteSource,
  containers: readonly Container[],
  take: (record: RawRecord, encoding: Encoding) => void,
  warn: Warn,
  pause: () => Promise<void>,
): Promise<Encoding> {
  const container = await containerOf(source, containers);
  const encoding = container?.kind === 'text' ? 'text' : 'json';
  if (container === null) {
    if (source.size > 0)
      warn(`${source.name}: no records found; expected ${containers.map(shown).join(' or ')}`);
    return encoding;
  }
  let taken = 0;
  const takeAll = (records: Iterable<RawRecord>): void => {
    for (const record of records) {
      take(record, encoding);
      taken += 1;
    }
  };
  for (const splitter of splittersOf(container)) {
    for await (const chunk of source.chunks()) {
      takeAll(splitter.push(chunk));
      await pause();
    }
    takeAll(splitter.end());
    if (splitter instanceof DocumentSplitter) warnOfEnd(splitter, source.name, warn);
  }
  if (taken === 0) warn(`${source.name}: it holds no records`);
  return encoding;
}

function warnOfEnd({ closed, trailing }: DocumentSplitter, name: string, warn: Warn): void {
  if (!closed) warn(`${name}: torn document, it ends before its last bracket`);
  if (trailing >= 0) warn(`${name}: text behind the document is not read, from byte ${trailing + 1} on`);
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
