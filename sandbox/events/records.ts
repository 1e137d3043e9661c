/** Finds out how the records of a file lie in it, and reads them one by one: text line, list element, torn end. */
import type { Container } from '../../src/events/format.js';
import type { ByteSource } from '../bytes.js';
import { DocumentSplitter } from './document.js';
import { LineSplitter } from './lines.js';
import type { RawRecord } from './record.js';

const PROBED = 8192;

/** Told of everything that could not be read, in words. */
export type Warn = (message: string) => void;

/**
 * Calls `take` with every record, in order; nothing but the current piece of the file is held.
 * @param pause called between pieces; what it throws ends the reading
 */
export async function eachRecord(
  source: ByteSource,
  containers: readonly Container[],
  take: (record: RawRecord) => void,
  warn: Warn,
  pause: () => Promise<void>,
): Promise<void> {
  const container = await containerOf(source, containers);
  if (container === null) {
    if (source.size > 0)
      warn(`${source.name}: no records found; expected ${containers.map(shown).join(' or ')}`);
    return;
  }
  const splitter = container.kind === 'lines' ? new LineSplitter() : new DocumentSplitter(container.path);
  let taken = 0;
  const takeAll = (records: Iterable<RawRecord>): void => {
    for (const record of records) {
      take(record);
      taken += 1;
    }
  };
  for await (const chunk of source.chunks()) {
    takeAll(splitter.push(chunk));
    await pause();
  }
  takeAll(splitter.end());
  if (taken === 0) warn(`${source.name}: it holds no records`);
  if (!(splitter instanceof DocumentSplitter)) return;
  if (!splitter.closed) warn(`${source.name}: torn document, it ends before its last bracket`);
  if (splitter.trailing >= 0)
    warn(`${source.name}: text behind the document is not read, from byte ${splitter.trailing + 1} on`);
}

const shown = (container: Container): string =>
  container.kind === 'lines'
    ? 'one JSON record a line'
    : container.path.length === 0
      ? 'a JSON list'
      : `a JSON document with a list under ${JSON.stringify(container.path.join('.'))}`;

/** The first container whose array is there; else lines, where the format has them. Most files tell in their first kilobytes. */
async function containerOf(source: ByteSource, containers: readonly Container[]): Promise<Container | null> {
  const probes = containers.flatMap((container) =>
    container.kind === 'array' ? [{ container, splitter: new DocumentSplitter(container.path) }] : [],
  );
  for await (const chunk of source.chunks()) {
    for (let at = 0; at < chunk.length; at += PROBED) {
      const part = chunk.subarray(at, at + PROBED);
      for (const { splitter } of probes) for (const _ of splitter.push(part)) if (splitter.found) break;
      const met = probes.find(({ splitter }) => splitter.found);
      if (met) return met.container;
      if (probes.every(({ splitter }) => splitter.closed)) return linesOf(containers);
    }
  }
  return linesOf(containers);
}

const linesOf = (containers: readonly Container[]): Container | null =>
  containers.find(({ kind }) => kind === 'lines') ?? null;
