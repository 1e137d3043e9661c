/** Damaged trajectories for every format: what its fixtures hold, changed by seeds, read by the pure readers. */
import { Assembler, type EventDraft, type EventSink } from '../../src/events/assemble.js';
import { detectFormat } from '../../src/events/detect.js';
import { EVENT_NOTES, EVENT_ROLES, TOOL_KINDS } from '../../src/events/event.js';
import type { Path, Piece, Reading, TraceFormat } from '../../src/events/format.js';
import { FORMATS } from '../../src/events/formats.js';
import { Chance } from './chance.js';
import { FIXTURES, fixtureBytes } from './fixtures.js';
import { damaged, damagedText } from './mutate.js';

/** A fixture as the records that its format cuts it into, and as the text that it is. */
interface Shape {
  readonly path: string;
  readonly text: string;
  readonly records: readonly unknown[];
  readonly isText: boolean;
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

function shapeOf(path: string, format: TraceFormat): Shape {
  const text = fixtureBytes(path).toString('utf8');
  const container = format.containers.find(({ kind }) => kind === 'text');
  if (container?.kind === 'text' && !/\.(?:jsonl?|traj)$/.test(path)) {
    return { path, text, records: cut(text, container.cutter()), isText: true };
  }
  const documents = path.endsWith('.jsonl') ? text.trim().split('\n') : [text];
  const parsed: unknown[] = documents.map((document) => JSON.parse(document));
  const paths = format.containers.flatMap((one) =>
    one.kind === 'array' ? [one.path, ...(one.after ?? [])] : [],
  );
  const elements = parsed.flatMap((document) => paths.flatMap((keys) => at(document, keys) ?? []));
  return { path, text, records: [...elements, ...parsed], isText: false };
}

function cut(text: string, starts: (line: string) => boolean): string[] {
  const found: string[] = [];
  for (const line of text.split('\n')) {
    if (starts(line) || found.length === 0) found.push(`${line}\n`);
    else found[found.length - 1] += `${line}\n`;
  }
  return found;
}

const shapes = new Map(
  FORMATS.map((format) => [
    format.name,
    FIXTURES.filter((path) => path.startsWith(`${format.name}/`)).map((path) => shapeOf(path, format)),
  ]),
);

/** Reads one damaged trajectory and checks what comes out. @throws where a reader throws or says what it must not */
export function fuzzOnce(format: TraceFormat, seed: number): void {
  const chance = new Chance(seed);
  const shape = chance.oneOf(shapes.get(format.name) ?? []);
  if (shape === undefined) throw new Error(`${format.name} has no fixtures`);
  const sink = new CountingSink();
  const assembler = new Assembler();
  for (const record of recordsOf(shape, chance)) {
    const read = shape.isText ? format.readText?.(String(record)) : format.read(record);
    const readings: readonly Reading[] = read === undefined ? [] : 'pieces' in read ? [read] : read;
    for (const reading of readings) {
      reading.pieces.forEach(checkPiece);
      assembler.add(reading, sink);
    }
    sink.expected += readings.reduce((sum, { pieces }) => sum + pieces.length, 0);
  }
  if (sink.taken !== sink.expected)
    throw new Error(`${sink.expected} pieces, of which ${sink.taken} were taken`);
  if (seed % 10 === 0) detectFormat(shape.path, damagedText(shape.text, chance).slice(0, 65_536));
}

/** Some records of a shape, in most cases some of them damaged, out of order or twice. */
function recordsOf(shape: Shape, chance: Chance): readonly unknown[] {
  let records: readonly unknown[] = shape.records.slice(chance.below(shape.records.length));
  const changes = 1 + chance.below(4);
  for (let change = 0; change < changes; change++) {
    const one = chance.below(records.length);
    const record = records[one];
    if (record === undefined) break;
    records =
      chance.below(4) === 0
        ? (damagedOrder(records, chance) as readonly unknown[])
        : records.with(one, shape.isText ? damagedText(String(record), chance) : damaged(record, chance));
  }
  return records;
}

const damagedOrder = (records: readonly unknown[], chance: Chance): readonly unknown[] => {
  const [from, to] = [chance.below(records.length), chance.below(records.length)];
  const moved = records[from];
  return chance.below(2) === 0
    ? records.toSpliced(to, 0, moved)
    : records.toSpliced(from, 1).toSpliced(to, 0, moved);
};

class CountingSink implements EventSink {
  taken = 0;
  expected = 0;

  start(draft: EventDraft): void {
    if (!EVENT_ROLES.includes(draft.role)) throw new Error(`role ${draft.role}`);
    if (draft.kind !== null && !TOOL_KINDS.includes(draft.kind)) throw new Error(`kind ${draft.kind}`);
    if (draft.type === 'call' && typeof draft.tool !== 'string') throw new Error('a call without a tool');
    this.taken += 1;
  }

  answer(): void {
    this.taken += 1;
  }

  skip(): void {
    this.taken += 1;
  }
}

function checkPiece(piece: Piece): void {
  if (piece.text !== null && typeof piece.text !== 'string') throw new Error(`text ${typeof piece.text}`);
  if (piece.notes.some((note) => !EVENT_NOTES.includes(note))) throw new Error(`notes ${piece.notes}`);
  if (piece.type === 'call') {
    if (piece.files.some((file) => typeof file !== 'string' || file === ''))
      throw new Error('a file without a name');
    if (piece.id !== null && typeof piece.id !== 'string') throw new Error(`id ${typeof piece.id}`);
    if (piece.tool.length > 200 || (piece.command?.length ?? 0) > 1000)
      throw new Error('a name that is not clipped');
  }
  if (piece.type === 'result' && piece.exit_code !== null && !Number.isInteger(piece.exit_code)) {
    throw new Error(`exit code ${piece.exit_code}`);
  }
}
