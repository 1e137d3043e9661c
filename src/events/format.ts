/** The port of a trajectory format: how its file is cut into records, and what one record says. Pure and without memory. */
import type { JsonObject } from '../text/json.js';
import type { TrajectoryFormat } from '../vocabulary.js';
import type { EventNote, EventRow, ToolKind } from './event.js';
import type { Look } from './look.js';

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
  /** A call that the record before may have told already: it starts only where none of its id waits. */
  readonly ifNew?: true;
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
  /** What comes after this record belongs to another turn, whatever its key. */
  readonly endsTurn?: true;
  /** Name of the sub-agent's thread; the file's thread where left out. */
  readonly thread?: string;
  /** Names the thread of everything that follows in this file; `main` before. */
  readonly fileThread?: string;
  /** What could not be understood, in words; each is said once. */
  readonly warnings?: readonly string[];
}

/** What a record holds that tells nothing about the run. */
export const NOTHING: Reading = { pieces: [] };

export type Path = readonly string[];

/**
 * How records lie in a file: one a line; the elements of the array reached by `path` (none: the document itself), then
 * those of the arrays in `after`; one JSON document as a single record; or text that is cut in front of certain lines.
 */
export type Container =
  | { readonly kind: 'lines' }
  | { readonly kind: 'array'; readonly path: Path; readonly after?: readonly Path[] }
  | { readonly kind: 'document' }
  | TextContainer;

export interface TextContainer {
  readonly kind: 'text';
  /** A fresh answerer for one file, asked line by line: does a record start with this line? Long lines come clipped. */
  readonly cutter: () => (line: string) => boolean;
}

export interface TraceFormat {
  readonly name: TrajectoryFormat;
  /** In the order in which they are tried; a document is tried after the arrays, lines and text come last. */
  readonly containers: readonly Container[];
  /** How files that hold several trials are cut: what is found this way is a trajectory that `containers` read. */
  readonly trials?: {
    readonly containers: readonly Container[];
    /** Asked of the first record: its members, large ones without their values; null where it is no object. */
    readonly isTrial: (record: JsonObject | null) => boolean;
  };
  /** The field at the top of a document that names the version of the format, and the versions that are understood. */
  readonly version?: { readonly field: string; readonly known: RegExp };
  /** Why a file is of this format, or null where it does not look like it. */
  recognize(look: Look): string | null;
  /** Reads one parsed record. Never throws and never fails: what it does not know, it names. */
  read(record: unknown): Reading | readonly Reading[];
  /** Reads one record of a text container. */
  readText?(text: string): Reading;
}
