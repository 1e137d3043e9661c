/** The port of a trajectory format: how its file is cut into records, and what one record says. Pure and without memory. */
import type { TrajectoryFormat } from '../vocabulary.js';
import type { EventNote, EventRow, ToolKind } from './event.js';

type Role = EventRow['role'];

/** A text that somebody said. `text` is null where the record has none; that is not the empty word. */
export interface Said {
  readonly type: 'message' | 'compaction';
  readonly role: Role;
  readonly text: string | null;
  readonly notes: readonly EventNote[];
}

export interface Called {
  readonly type: 'call';
  /** Names the call for its result; null in formats that answer by order. */
  readonly id: string | null;
  readonly tool: string;
  readonly kind: ToolKind;
  readonly command: string | null;
  readonly files: readonly string[];
  /** What was asked: the command, or `name: value` lines, or the raw arguments where they are malformed. */
  readonly text: string;
  readonly notes: readonly EventNote[];
  /** Who called, where it was not the assistant. */
  readonly role?: Role;
  /** Set where the harness hands the output on without its wrapper: then no exit code is believed from it. */
  readonly unwrapped?: boolean;
}

/**
 * An answer to a call. With an id it answers that call; without one the oldest open call of the turn. Where no call
 * waits, an answer of the role `tool` is an `unmatched_result` and any other one is a message.
 */
export interface Answered {
  readonly type: 'result';
  readonly id: string | null;
  readonly role: Role;
  readonly text: string | null;
  /** Only what the harness recorded in a field, or in front of the text in its own wrapper. */
  readonly exit_code: number | null;
  readonly notes: readonly EventNote[];
}

export type Piece = Said | Called | Answered;

/** What one record holds, in order. */
export interface Reading {
  readonly pieces: readonly Piece[];
  /** Set where the record is (part of) an assistant turn: records of one key in a row are one turn, null is a turn of its own. */
  readonly turn?: string | null;
  /** Name of the sub-agent's thread; `main` where left out. */
  readonly thread?: string;
}

/** How records lie in a file: one a line, or the elements of an array reached by these keys (none: the document itself). */
export type Container =
  | { readonly kind: 'lines' }
  | { readonly kind: 'array'; readonly path: readonly string[] };

export interface TraceFormat {
  readonly name: TrajectoryFormat;
  /** In the order in which they are tried. */
  readonly containers: readonly Container[];
  /** Reads one parsed record. Never throws and never fails: what it does not know, it names. */
  read(record: unknown): Reading;
}
