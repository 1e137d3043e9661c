/** One line per assistant turn, made from the index alone: facts first, then what was run or touched, quoted. */
import { clip, showBytes } from '../text/clip.js';
import { plural } from '../text/plural.js';
import { renderName } from '../text/render.js';
import type { EventNote, EventRow, TurnSummary } from './event.js';

const MAX_SHOWN = 8;
const MAX_QUOTED = 100;

const NOTE_WORDS: Readonly<Partial<Record<EventNote, string>>> = {
  no_result_recorded: 'no result recorded',
  unmatched_result: 'unmatched result',
  malformed_arguments: 'malformed arguments',
  oversized: 'record not read',
  retry: 'retry',
  image: 'image',
};

/** Sums up the turns of rows that come in order; rows before the first turn have no summary. */
export async function* summarizeTurns(rows: AsyncIterable<EventRow>): AsyncGenerator<TurnSummary> {
  let open: OpenTurn | null = null;
  for await (const row of rows) {
    if (open !== null && row.turn !== open.turn) {
      yield closed(open);
      open = null;
    }
    if (row.turn === 0) continue;
    open ??= { turn: row.turn, thread: row.thread, first: row.id, last: row.id, shown: [], more: 0 };
    open.last = row.id;
    if (open.shown.length < MAX_SHOWN) open.shown.push(showRow(row));
    else open.more += 1;
  }
  if (open !== null) yield closed(open);
}

interface OpenTurn {
  readonly turn: number;
  readonly thread: string;
  readonly first: string;
  last: string;
  readonly shown: string[];
  more: number;
}

function closed({ turn, thread, first, last, shown, more }: OpenTurn): TurnSummary {
  const range = first === last ? first : `${first}-${last}`;
  const where = thread === 'main' ? '' : ` in ${quoted(thread)}`;
  const rest = more === 0 ? [] : [plural(more, 'more event')];
  const line = `t${turn} ${range}${where}: ${[...shown, ...rest].join('; ')}`;
  return { turn, thread, first_event: first, last_event: last, line };
}

/** `shell exit 1 out 4.2 kB "pytest -q"`. What candidates wrote stands last and quoted, so it can pose as nothing else. */
function showRow(row: EventRow): string {
  const what =
    row.type === 'call' ? (row.kind ?? 'other') : row.type === 'message' ? `${row.role} says` : row.type;
  const facts = [
    what,
    row.exit_code === null ? null : `exit ${row.exit_code}`,
    row.type === 'call' && row.command === null && row.input_bytes !== null
      ? `in ${showBytes(row.input_bytes)}`
      : null,
    row.type === 'message' ? showBytes(row.input_bytes ?? 0) : null,
    row.output_bytes === null ? null : `out ${showBytes(row.output_bytes)}`,
    ...row.notes.map((note) => (note === row.type ? null : (NOTE_WORDS[note] ?? null))),
    row.kind === 'other' || row.kind === 'task' ? quoted(row.tool ?? '') : null,
    subject(row),
  ];
  return facts.filter((fact) => fact !== null).join(' ');
}

function subject({ command, files }: EventRow): string | null {
  if (command !== null) return quoted(command);
  const [path, ...others] = files;
  if (path === undefined) return null;
  return others.length === 0 ? quoted(path) : `${quoted(path)} and ${others.length} more`;
}

/** The first line of a text that somebody else wrote, rendered, clipped and in JSON quotes. */
function quoted(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  const cut = line.length < text.length ? ' …' : '';
  return `${JSON.stringify(clip(renderName(line), MAX_QUOTED))}${cut}`;
}
