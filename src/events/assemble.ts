/** Turns the pieces of records into numbered events: turns, threads, calls paired with their results, retries. */
import type { EventRow } from './event.js';
import type { Answered, Called, Piece, Reading, Said } from './format.js';

/** What is known of an event when it appears; sizes and results come from elsewhere. */
export type EventDraft = Pick<
  EventRow,
  'thread' | 'type' | 'role' | 'tool' | 'kind' | 'command' | 'files' | 'notes'
>;

/** Takes what the pieces of a record come to, piece by piece: each starts an event or answers an earlier one. */
export interface EventSink {
  start(draft: EventDraft, turn: number, piece: Piece): void;
  /** @param event number of the call that is answered */
  answer(event: number, piece: Answered): void;
  /** A piece that tells nothing new. */
  skip(): void;
}

/** Calls that may wait for an answer at once; beyond it the oldest is given up, so memory stays flat. */
const MAX_OPEN = 4096;
/** Calls of one turn that are compared with those of the turn before. */
const MAX_COMPARED = 64;
const MAX_COMPARED_TEXT = 4096;
const MAX_KEY = 200;
/** Starts each key that is not an id as it stands. */
const OURS = '\0';
const MAIN = 'main';

type Request = Pick<Called, 'tool' | 'text'>;

interface Waiting {
  readonly event: number;
  readonly unwrapped: boolean;
}

/** Small state of one trajectory. Events are numbered from 1 in the order in which they start. */
export class Assembler {
  private events = 0;
  private turn = 0;
  private turnKey: string | null = null;
  private fileThread = MAIN;
  private readonly open = new Map<string, Waiting>();
  /** Keys of `open` that belong to the current turn, oldest first. */
  private openNow = new Set<string>();
  private asked: Request[] = [];
  private askedBefore: readonly Request[] = [];

  get count(): number {
    return this.events;
  }

  get turnCount(): number {
    return this.turn;
  }

  /** Begins another file: nothing goes on in it but the calls that wait. */
  startFile(): void {
    this.fileThread = MAIN;
    this.turnKey = null;
  }

  /** Calls the sink once for each piece, in order. A turn starts with the first event that belongs to it. */
  add(reading: Reading, sink: EventSink): void {
    this.fileThread = reading.fileThread ?? this.fileThread;
    const thread = reading.thread ?? this.fileThread;
    let { turn } = reading;
    for (const piece of reading.pieces) {
      if (piece.type === 'call' && piece.ifNew && this.waits(piece, thread)) sink.skip();
      else if (piece.type !== 'result' || !this.answer(piece, thread, sink)) {
        if (turn !== undefined) this.startTurn(turn);
        turn = undefined;
        this.start(piece, thread, sink);
      }
    }
    if (reading.endsTurn) this.turnKey = null;
  }

  private startTurn(key: string | null): void {
    if (key !== null && key === this.turnKey) return;
    this.turn += 1;
    this.turnKey = key;
    if (this.openNow.size > 0) this.openNow = new Set();
    this.askedBefore = this.asked;
    this.asked = [];
  }

  private start(piece: Piece, thread: string, sink: EventSink): void {
    const draft =
      piece.type === 'call'
        ? this.call(piece, thread)
        : piece.type === 'result'
          ? unasked(piece, thread)
          : said(piece, thread);
    this.events += 1;
    sink.start(draft, this.turn, piece);
  }

  /** The draft of a call, which then waits for its answer under the number that it is about to get. */
  private call(piece: Called, thread: string): EventDraft {
    const { tool, kind, command, files, role = 'assistant' } = piece;
    const event = this.events + 1;
    const key = piece.id === null ? `${OURS}n${event}` : keyOf(piece.id, thread);
    if (this.open.has(key)) this.close(key);
    this.open.set(key, { event, unwrapped: piece.unwrapped ?? false });
    this.openNow.add(key);
    if (this.open.size > MAX_OPEN) this.close(this.open.keys().next().value ?? key);
    const notes = this.isRetry(piece) ? [...piece.notes, 'retry' as const] : piece.notes;
    return { thread, type: 'call', role, tool, kind, command, files, notes };
  }

  private waits({ id }: Called, thread: string): boolean {
    return id !== null && this.open.has(keyOf(id, thread));
  }

  /** False where no call waits for this answer. */
  private answer(piece: Answered, thread: string, sink: EventSink): boolean {
    const key = piece.id === null ? this.openNow.keys().next().value : keyOf(piece.id, thread);
    const waiting = key === undefined ? undefined : this.open.get(key);
    if (key === undefined || waiting === undefined) return false;
    this.close(key);
    const believed = waiting.unwrapped && piece.exit_code !== null ? { ...piece, exit_code: null } : piece;
    sink.answer(waiting.event, believed);
    return true;
  }

  private close(key: string): void {
    this.open.delete(key);
    this.openNow.delete(key);
  }

  /** The same request as one of the turn before. */
  private isRetry({ tool, text }: Called): boolean {
    const request = {
      tool,
      text: text.length <= MAX_COMPARED_TEXT ? text : `${text.length} ${digest(text)}`,
    };
    if (this.asked.length < MAX_COMPARED) this.asked.push(request);
    return this.askedBefore.some((before) => before.text === request.text && before.tool === tool);
  }
}

/** Ids are a stranger's text: kept short, apart from the keys of ours, and each thread has its own. */
function keyOf(id: string, thread: string): string {
  if (thread === MAIN && id.length <= MAX_KEY && !id.startsWith(OURS)) return id;
  const name = thread === MAIN ? `i${id}` : `t${thread}\n${id}`;
  return name.length <= MAX_KEY ? `${OURS}${name}` : `${OURS}d${name.length}.${digest(name)}`;
}

const said = ({ type, role, notes }: Said, thread: string): EventDraft => ({
  thread,
  type,
  role,
  tool: null,
  kind: null,
  command: null,
  files: [],
  notes,
});

/** An answer without a question: a result of a tool is marked, anything else was just said. */
function unasked({ role, notes, text }: Answered, thread: string): EventDraft {
  const draft = said({ type: 'message', role, notes, text }, thread);
  return role === 'tool'
    ? { ...draft, type: 'unmatched_result', notes: [...notes, 'unmatched_result'] }
    : draft;
}

/** A 53-bit hash: tells long texts apart without keeping them. */
function digest(text: string): number {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b);
  }
  return (a >>> 0) * 2 ** 21 + (b >>> 11);
}
