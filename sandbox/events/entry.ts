/** The fixed-size part of an event in the index, as plain numbers: what it is, where its texts lie, how large they are, what its result was. */
import type { EventDraft } from '../../src/events/assemble.js';
import { EVENT_NOTES, EVENT_ROLES, EVENT_TYPES, type EventNote, TOOL_KINDS } from '../../src/events/event.js';

/** A piece of a record: which file, which bytes, and which of the pieces that a format reads there. */
export interface Place {
  readonly file: number;
  readonly start: number;
  readonly length: number;
  readonly piece: number;
}

export interface Answer {
  readonly place: Place;
  /** UTF-8 size of the text; null where the result has none. */
  readonly bytes: number | null;
  readonly exit_code: number | null;
  readonly notes: readonly EventNote[];
}

/** The parts of a draft that come from short word lists. */
export type Labels = Pick<EventDraft, 'type' | 'role' | 'kind' | 'notes'>;

/** Where the names lie in the names file, and how they are to be cut apart; length 0 for an event without any. */
export interface NamesAt {
  readonly start: number;
  readonly length: number;
  /** Characters of the tool's name, and of the command behind it. */
  readonly tool: number | null;
  readonly command: number | null;
}

export interface Entry extends Labels {
  readonly names: NamesAt;
  readonly turn: number;
  /** Where the event starts; null for a result that nobody asked for. */
  readonly input: Place | null;
  readonly inputBytes: number | null;
  readonly answer: Answer | null;
}

// Slots of an entry. What is not there is NaN; so is the file of a place that is not there.
const NAMES = 0;
const TURN = 4;
const TYPE = 5;
const ROLE = 6;
const KIND = 7;
const NOTES = 8;
const INPUT_BYTES = 9;
const INPUT = 10;
const ANSWER = 14;
const ANSWER_BYTES = 18;
const ANSWER_EXIT = 19;
const ANSWER_NOTES = 20;
const SLOTS = 21;

export const ENTRY_BYTES = SLOTS * 8;
/** Offset of the answer inside an entry: it is written when the result comes, often much later. */
export const ANSWER_OFFSET = ANSWER * 8;

const bits = (notes: readonly EventNote[]): number => {
  let all = 0;
  for (const note of notes) all |= 1 << EVENT_NOTES.indexOf(note);
  return all;
};

/** Turns entries into bytes, in one array that is used again for each. */
export class EntryEncoder {
  private readonly slots = new Float64Array(SLOTS);
  private readonly bytes = Buffer.from(this.slots.buffer);
  private readonly answerBytes = this.bytes.subarray(ANSWER_OFFSET);

  entry({ names, turn, type, role, kind, notes, input, inputBytes, answer }: Entry): Buffer {
    const { slots } = this;
    slots[NAMES] = names.start;
    slots[NAMES + 1] = names.length;
    slots[NAMES + 2] = names.tool ?? Number.NaN;
    slots[NAMES + 3] = names.command ?? Number.NaN;
    slots[TURN] = turn;
    slots[TYPE] = EVENT_TYPES.indexOf(type);
    slots[ROLE] = EVENT_ROLES.indexOf(role);
    slots[KIND] = kind === null ? Number.NaN : TOOL_KINDS.indexOf(kind);
    slots[NOTES] = bits(notes);
    slots[INPUT_BYTES] = inputBytes ?? Number.NaN;
    this.place(INPUT, input);
    if (answer === null) this.place(ANSWER, null);
    else this.answer(answer);
    return this.bytes;
  }

  answer({ place, bytes, exit_code, notes }: Answer): Buffer {
    const { slots } = this;
    this.place(ANSWER, place);
    slots[ANSWER_BYTES] = bytes ?? Number.NaN;
    slots[ANSWER_EXIT] = exit_code ?? Number.NaN;
    slots[ANSWER_NOTES] = bits(notes);
    return this.answerBytes;
  }

  private place(at: number, place: Place | null): void {
    const { slots } = this;
    slots[at] = place === null ? Number.NaN : place.file;
    if (place === null) return;
    slots[at + 1] = place.start;
    slots[at + 2] = place.length;
    slots[at + 3] = place.piece;
  }
}

/** Reads the entries in a piece of the index. */
export function readEntries(bytes: Buffer): Entry[] {
  const slots = new Float64Array(Uint8Array.from(bytes).buffer);
  return Array.from({ length: Math.floor(slots.length / SLOTS) }, (_, i) =>
    decode(slots.subarray(i * SLOTS, (i + 1) * SLOTS)),
  );
}

function decode(slots: Float64Array): Entry {
  const at = (slot: number): number => slots[slot] ?? Number.NaN;
  const orNull = (slot: number): number | null => (Number.isNaN(at(slot)) ? null : at(slot));
  const place = (slot: number): Place | null =>
    Number.isNaN(at(slot))
      ? null
      : { file: at(slot), start: at(slot + 1), length: at(slot + 2), piece: at(slot + 3) };
  const notes = (slot: number): EventNote[] => EVENT_NOTES.filter((_, bit) => at(slot) & (1 << bit));
  const answered = place(ANSWER);
  return {
    names: {
      start: at(NAMES),
      length: at(NAMES + 1),
      tool: orNull(NAMES + 2),
      command: orNull(NAMES + 3),
    },
    turn: at(TURN),
    type: EVENT_TYPES[at(TYPE)] ?? 'message',
    role: EVENT_ROLES[at(ROLE)] ?? 'system',
    kind: TOOL_KINDS[at(KIND)] ?? null,
    notes: notes(NOTES),
    input: place(INPUT),
    inputBytes: orNull(INPUT_BYTES),
    answer: answered && {
      place: answered,
      bytes: orNull(ANSWER_BYTES),
      exit_code: orNull(ANSWER_EXIT),
      notes: notes(ANSWER_NOTES),
    },
  };
}
