/** One step of a trajectory as every format is read: a message, or a tool call with its result. */

/** What a tool call does, whatever the harness calls the tool. */
export const TOOL_KINDS = ['shell', 'edit', 'read', 'search', 'web', 'task', 'other'] as const;
export type ToolKind = (typeof TOOL_KINDS)[number];

/** Facts about an event that a reader must not overlook; shown with it, never hidden in prose. */
export const EVENT_NOTES = [
  'no_result_recorded',
  'unmatched_result',
  'malformed_arguments',
  'unknown_part',
  'image',
  'oversized',
  'retry',
] as const;
export type EventNote = (typeof EVENT_NOTES)[number];

export const EVENT_TYPES = ['message', 'call', 'unmatched_result', 'compaction'] as const;
export const EVENT_ROLES = ['system', 'user', 'assistant', 'tool'] as const;

/** What the index keeps of an event: everything but its texts. Small, and flat copies only. */
export interface EventRow {
  /** Stable name inside the trajectory: `e1`, `e2`, … in order of appearance. */
  readonly id: string;
  /** 1-based count of assistant turns; 0 before the first one. */
  readonly turn: number;
  /** `main`, or the name of a sub-agent's thread. */
  readonly thread: string;
  readonly type: (typeof EVENT_TYPES)[number];
  readonly role: (typeof EVENT_ROLES)[number];
  readonly tool: string | null;
  readonly kind: ToolKind | null;
  /** The command of a shell call, clipped; null for everything else. */
  readonly command: string | null;
  /** Exit code where the harness recorded one; never read out of free text by guess. */
  readonly exit_code: number | null;
  /** Paths that the call names, as written. */
  readonly files: readonly string[];
  /** UTF-8 sizes of the texts; null where there is no such part. */
  readonly input_bytes: number | null;
  readonly output_bytes: number | null;
  readonly notes: readonly EventNote[];
}

/** An event with its texts, decoded but not yet rendered. A message has its text in `input`. */
export interface TraceEvent extends EventRow {
  readonly input: string;
  readonly output: string;
}

/** One line per assistant turn, made from the index alone. */
export interface TurnSummary {
  readonly turn: number;
  readonly thread: string;
  readonly first_event: string;
  readonly last_event: string;
  readonly line: string;
}
