/** Builds the index of a trajectory: reads its files once, record by record, and spills one entry an event. */
import { Buffer } from 'node:buffer';
import { Assembler, type EventDraft, type EventSink } from '../../src/events/assemble.js';
import type { Answered, Piece, TraceFormat } from '../../src/events/format.js';
import { Fault } from '../../src/fault.js';
import type { ByteSource } from '../bytes.js';
import type { OwnedFolder } from '../owned.js';
import { ANSWER_OFFSET, type Answer, ENTRY_BYTES, EntryEncoder, type NamesAt, type Place } from './entry.js';
import { namesText } from './names.js';
import { otherFormat } from './other-format.js';
import { type Encoding, placeOf, type RawRecord, readRecord, type Splitter } from './record.js';
import { eachRecord } from './records.js';
import { SpillWriter } from './spill.js';
import { unknownVersion } from './version.js';

export interface Built {
  readonly count: number;
  readonly turnCount: number;
  readonly warnings: readonly string[];
  /** How the records of each file are decoded. */
  readonly encodings: readonly Encoding[];
  /** One entry an event, and the names that the entries point at. */
  readonly entries: ByteSource;
  readonly names: ByteSource;
}

const MAX_WARNINGS = 50;
/** A file of a gigabyte can hold hundreds of millions of empty records; their index would fill the disk. */
const MAX_EVENTS = 2_000_000;
const MAX_FILES = 65_535;

/** @param folder holds an index that is too large for memory @throws Fault cancelled when the signal is aborted */
export async function buildIndex(
  sources: readonly ByteSource[],
  format: TraceFormat,
  folder: OwnedFolder,
  signal?: AbortSignal,
): Promise<Built> {
  if (sources.length > MAX_FILES) throw new Fault('input', `a trajectory has at most ${MAX_FILES} files`);
  using writer = new IndexWriter(folder);
  const assembler = new Assembler();
  const warnings = new Warnings();
  const encodings: Encoding[] = [];
  for (const [file, source] of sources.entries()) {
    const warn = (message: string): void => warnings.add(`${source.name}: ${message}`);
    const take = (record: RawRecord, splitter: Splitter, encoding: Encoding): void => {
      if (assembler.count >= MAX_EVENTS) {
        warn(`more than ${MAX_EVENTS} events, the rest is not read`);
        return;
      }
      const { bytes, length, start, whole, known } = record;
      const { readings, damaged, skipped } = readRecord(bytes, length, format, encoding, known);
      if (readings === null) {
        const place = placeOf(splitter, record);
        warn(whole ? `${place} is not JSON` : `torn last ${place}, it ends inside a record`);
      } else {
        writer.open(file, start, length);
        for (const reading of readings) {
          assembler.add(reading, writer);
          for (const warning of reading.warnings ?? []) warn(warning);
        }
      }
      if (skipped !== undefined) warn(`${placeOf(splitter, record)} is not read: ${skipped}`);
      if (damaged) warn(`${placeOf(splitter, record)} has bytes that are not UTF-8, shown as U+FFFD`);
    };
    assembler.startFile();
    const version = await unknownVersion(source, format);
    if (version !== null) warn(version);
    encodings.push(await eachRecord(source, format.containers, { take, warn, pause: () => stopIf(signal) }));
  }
  const stranger = sources[0] && (await strangerWarning(sources[0], format, writer));
  if (stranger) warnings.add(stranger);
  const { count, turnCount } = assembler;
  return { count, turnCount, warnings: warnings.all(), encodings, ...(await writer.finish()) };
}

/** Said where the whole trajectory holds no call, and records that its format's reader does not know. */
async function strangerWarning(
  source: ByteSource,
  format: TraceFormat,
  { calls, understood, started }: IndexWriter,
): Promise<string | null> {
  // A format of text alone takes every line for somebody's words, so there all is understood whatever it is.
  const vouches = format.containers.some(({ kind }) => kind !== 'text');
  if (calls > 0 || (vouches && started > 0 && understood === started)) return null;
  const unread = started > 0 && understood === 0 ? `no record of it is one of ${format.name}` : null;
  const said = (await otherFormat(source, format)) ?? unread;
  return said && `${source.name}: ${said}`;
}

function stopIf(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  throw new Fault('cancelled', 'reading a trajectory was stopped', {}, { cause: signal.reason });
}

/** Writes what the pieces of records come to. */
class IndexWriter implements EventSink, Disposable {
  private readonly entries: SpillWriter;
  private readonly names: SpillWriter;
  private readonly encoder = new EntryEncoder();
  started = 0;
  calls = 0;
  understood = 0;
  private file = 0;
  private from = 0;
  private length = 0;
  private piece = 0;

  constructor(folder: OwnedFolder) {
    this.entries = new SpillWriter(folder, 'entries');
    this.names = new SpillWriter(folder, 'names');
  }

  /** Names the record whose pieces come next. */
  open(file: number, start: number, length: number): void {
    this.file = file;
    this.from = start;
    this.length = length;
    this.piece = 0;
  }

  start(draft: EventDraft, turn: number, piece: Piece): void {
    const place = this.nextPlace();
    this.started += 1;
    if (draft.type === 'call') this.calls += 1;
    if (!draft.notes.includes('unknown_part')) this.understood += 1;
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
    const { file, from: start, length } = this;
    return { file, start, length, piece: this.piece++ };
  }

  async finish(): Promise<Pick<Built, 'entries' | 'names'>> {
    return { entries: await this.entries.finish(), names: await this.names.finish() };
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
