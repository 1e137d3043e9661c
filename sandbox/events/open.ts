/** A trajectory behind its index: rows and summaries from the index alone, texts by range from the raw files. */
import type { EventRow, TraceEvent, TurnSummary } from '../../src/events/event.js';
import type { TraceFormat } from '../../src/events/format.js';
import { summarizeTurns } from '../../src/events/summary.js';
import type { EventReader } from '../../src/material.js';
import type { ByteSource } from '../bytes.js';
import { folderOnDemand, type OwnedFolder } from '../owned.js';
import { type Built, buildIndex } from './build.js';
import { ENTRY_BYTES, type Entry, readEntries } from './entry.js';
import { readNames } from './names.js';
import { RecordReader } from './record-reader.js';

/** Events whose index is read at once. */
const BATCH = 256;

export interface EventIndex extends EventReader, AsyncDisposable {}

/**
 * Reads a trajectory once and answers from its index; a large one lies in a temporary folder until it is disposed.
 * @param sources the trajectory's files, in order; the index takes them over and disposes them
 * @throws Fault cancelled where the signal is aborted, Fault input where a file cannot be read at all
 */
export async function openEvents(
  format: TraceFormat,
  sources: readonly ByteSource[],
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<EventIndex> {
  const folder = await folderOnDemand();
  try {
    return new BuiltIndex(await buildIndex(sources, format, folder, signal), sources, format, folder);
  } catch (error) {
    await disposeAll(sources, folder);
    throw error;
  }
}

async function disposeAll(sources: readonly ByteSource[], folder: OwnedFolder): Promise<void> {
  for (const source of sources) await source[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
}

interface Indexed {
  readonly entry: Entry;
  readonly row: EventRow;
}

class BuiltIndex implements EventIndex {
  readonly count: number;
  readonly turnCount: number;
  readonly warnings: readonly string[];

  constructor(
    private readonly built: Built,
    private readonly sources: readonly ByteSource[],
    private readonly format: TraceFormat,
    private readonly folder: OwnedFolder,
  ) {
    ({ count: this.count, turnCount: this.turnCount, warnings: this.warnings } = built);
  }

  async *rows(from = 1, to = this.count): AsyncGenerator<EventRow> {
    for await (const { row } of this.indexed(from, to)) yield row;
  }

  async *events(): AsyncGenerator<TraceEvent> {
    const reader = this.reader();
    for await (const indexed of this.indexed(1, this.count)) yield await withTexts(indexed, reader);
  }

  async get(id: string): Promise<TraceEvent | null> {
    const number = /^e[1-9]\d{0,9}$/.test(id) ? Number(id.slice(1)) : 0;
    for await (const indexed of this.indexed(number, number)) {
      return await withTexts(indexed, this.reader(0));
    }
    return null;
  }

  async *turns(from = 1, to = this.turnCount): AsyncGenerator<TurnSummary> {
    const first = await this.firstOfTurn(Math.max(1, from));
    const last = (await this.firstOfTurn(to + 1)) - 1;
    yield* summarizeTurns(this.rows(first, last));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return disposeAll(this.sources, this.folder);
  }

  private reader(ahead?: number): RecordReader {
    return new RecordReader(this.sources, this.format, this.built.encodings, ahead);
  }

  private async *indexed(from: number, to: number): AsyncGenerator<Indexed> {
    const end = Math.min(to, this.count);
    for (let first = Math.max(1, from); first <= end; first += BATCH) {
      const size = Math.min(BATCH, end - first + 1) * ENTRY_BYTES;
      const bytes = await this.built.entries.read((first - 1) * ENTRY_BYTES, size);
      const entries = readEntries(bytes);
      const start = entries[0]?.names.start ?? 0;
      const last = entries.at(-1)?.names ?? { start, length: 0 };
      const names = await this.built.names.read(start, last.start + last.length - start);
      for (const [i, entry] of entries.entries()) {
        const at = entry.names.start - start;
        yield { entry, row: rowOf(first + i, entry, names.toString('utf8', at, at + entry.names.length)) };
      }
    }
  }

  /** Number of the first event of a turn; turns only grow, so it is found by halving. */
  private async firstOfTurn(turn: number): Promise<number> {
    let low = 1;
    let high = this.count + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const [entry] = readEntries(await this.built.entries.read((middle - 1) * ENTRY_BYTES, ENTRY_BYTES));
      if (entry !== undefined && entry.turn < turn) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function rowOf(number: number, entry: Entry, text: string): EventRow {
  const { turn, type, role, kind, inputBytes, answer } = entry;
  const { thread, tool, command, files } = readNames(text, entry.names);
  const unanswered = type === 'call' && answer === null ? (['no_result_recorded'] as const) : [];
  return {
    id: `e${number}`,
    turn,
    thread,
    type,
    role,
    tool,
    kind,
    command,
    exit_code: answer?.exit_code ?? null,
    files,
    input_bytes: inputBytes,
    output_bytes: answer?.bytes ?? null,
    notes: [...new Set([...entry.notes, ...(answer?.notes ?? []), ...unanswered])],
  };
}

async function withTexts({ row, entry }: Indexed, reader: RecordReader): Promise<TraceEvent> {
  const input = entry.input === null ? null : await reader.text(entry.input);
  const output = entry.answer === null ? null : await reader.text(entry.answer.place);
  return { ...row, input: input ?? '', output: output ?? '' };
}
