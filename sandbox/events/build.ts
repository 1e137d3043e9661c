/** Builds the index of a trajectory: reads its files once, record by record, and spills one entry an event. */
import { join } from 'node:path';
import { Assembler, type EventDraft, type EventSink } from '../../src/events/assemble.js';
import type { Answered, Piece, TraceFormat } from '../../src/events/format.js';
import { Fault } from '../../src/fault.js';
import type { ByteSource } from '../bytes.js';
import { ANSWER_OFFSET, type Answer, ENTRY_BYTES, EntryEncoder, type NamesAt, type Place } from './entry.js';
import { namesText } from './names.js';
import { type Encoding, type RawRecord, readRecord } from './record.js';
import { eachRecord } from './records.js';
import { SpillWriter } from './spill.js';
import { unknownVersion } from './version.js';

export interface Built {
  readonly count: number;
  readonly turnCount: number;
  readonly warnings: readonly string[];
  /** How the records of each file are decoded. */
  readonly encodings: readonly Encoding[];
}

export const ENTRIES = 'entries';
export const NAMES = 'names';
const MAX_WARNINGS = 50;
const MAX_FILES = 65_535;

/** Writes the files `entries` and `names` into a folder. @throws Fault cancelled when the signal is aborted */
export async function buildIndex(
  sources: readonly ByteSource[],
  format: TraceFormat,
  folder: string,
  signal?: AbortSignal,
): Promise<Built> {
  if (sources.length > MAX_FILES) throw new Fault('input', `a trajectory has at most ${MAX_FILES} files`);
  using writer = new IndexWriter(folder);
  const assembler = new Assembler();
  const warnings = new Warnings();
  const encodings: Encoding[] = [];
  const pause = async (): Promise<void> => {
    if (signal?.aborted)
      throw new Fault('cancelled', 'reading a trajectory was stopped', {}, { cause: signal.reason });
  };
  for (const [file, { name }] of sources.entries()) {
    const source = sources[file] as ByteSource;
    const take = ({ bytes, length, start, place, whole }: RawRecord, encoding: Encoding): void => {
      const { readings, damaged } = readRecord(bytes, length, format, encoding);
      if (readings === null) warnings.add(`${name}: ${whole ? `${place} is not JSON` : torn(place)}`);
      else {
        writer.open({ file, start, length });
        for (const reading of readings) {
          assembler.add(reading, writer);
          for (const warning of reading.warnings ?? []) warnings.add(`${name}: ${warning}`);
        }
      }
      if (damaged) warnings.add(`${name}: ${place} has bytes that are not UTF-8, shown as U+FFFD`);
    };
    assembler.startFile();
    const version = await unknownVersion(source, format);
    if (version !== null) warnings.add(`${name}: ${version}`);
    encodings.push(
      await eachRecord(source, format.containers, take, (message) => warnings.add(message), pause),
    );
  }
  writer.flush();
  const { count, turnCount } = assembler;
  return { count, turnCount, warnings: warnings.all(), encodings };
}

const torn = (place: string): string => `torn last ${place}, it ends inside a record`;

/** Writes what the pieces of records come to. */
class IndexWriter implements EventSink, Disposable {
  private readonly entries: SpillWriter;
  private readonly names: SpillWriter;
  private readonly encoder = new EntryEncoder();
  private record = { file: 0, start: 0, length: 0 };
  private piece = 0;

  constructor(folder: string) {
    this.entries = new SpillWriter(join(folder, ENTRIES));
    this.names = new SpillWriter(join(folder, NAMES));
  }

  /** Names the record whose pieces come next. */
  open(record: Omit<Place, 'piece'>): void {
    this.record = record;
    this.piece = 0;
  }

  start(draft: EventDraft, turn: number, piece: Piece): void {
    const place = this.nextPlace();
    const isOutput = draft.type === 'unmatched_result';
    const { type, role, kind, notes } = draft;
    const entry = this.encoder.entry({
      names: this.nameAll(draft),
      turn,
      type,
      role,
      kind,
      notes,
      input: isOutput ? null : place,
      inputBytes: isOutput ? null : sizeOf(piece.text),
      answer: isOutput && piece.type === 'result' ? answerOf(piece, place) : null,
    });
    this.entries.append(entry);
  }

  private nameAll(draft: EventDraft): NamesAt {
    const { tool, command } = draft;
    const start = this.names.end;
    const written = namesText(draft);
    const length = written === '' ? 0 : this.names.appendText(written);
    return { start, length, tool: tool?.length ?? null, command: command?.length ?? null };
  }

  answer(event: number, piece: Answered): void {
    const bytes = this.encoder.answer(answerOf(piece, this.nextPlace()));
    this.entries.change((event - 1) * ENTRY_BYTES + ANSWER_OFFSET, bytes);
  }

  skip(): void {
    this.piece += 1;
  }

  private nextPlace(): Place {
    const { file, start, length } = this.record;
    return { file, start, length, piece: this.piece++ };
  }

  flush(): void {
    this.entries.flush();
    this.names.flush();
  }

  [Symbol.dispose](): void {
    this.entries[Symbol.dispose]();
    this.names[Symbol.dispose]();
  }
}

const sizeOf = (text: string | null): number | null => (text === null ? null : Buffer.byteLength(text));

const answerOf = ({ text, exit_code, notes }: Answered, place: Place): Answer => ({
  place,
  bytes: sizeOf(text),
  exit_code,
  notes,
});

/** What could not be read, said once each and not without end. */
class Warnings {
  private readonly said = new Set<string>();
  private more = 0;

  add(message: string): void {
    if (this.said.size < MAX_WARNINGS) this.said.add(message);
    else if (!this.said.has(message)) this.more += 1;
  }

  all(): string[] {
    return this.more === 0 ? [...this.said] : [...this.said, `${this.more} more warnings of this kind`];
  }
}
