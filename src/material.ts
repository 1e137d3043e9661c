/** What pure code may read of a group: ports that the sandbox layer fills, so detectors and scoring never touch a file. */
import type { FileDiff } from './diff/model.js';
import type { EventRow, TraceEvent, TurnSummary } from './events/event.js';
import type { Group, Rollout } from './records/group.js';
import type { PatchReport } from './records/rollout-result.js';

export type TreeMode = '100644' | '100755' | '120000' | '160000';

export interface TreeEntry {
  readonly path: string;
  readonly mode: TreeMode;
  readonly oid: string;
  /** Bytes; null for a gitlink. */
  readonly size: number | null;
}

/** A git tree, read from the object store; a symlink is its target's text and is never followed. */
export interface TreeReader {
  /** Object id of the tree. */
  readonly oid: string;
  entries(): Promise<readonly TreeEntry[]>;
  /** Object id of what lies at a path, which is the same for the same bytes; null where the tree has no such path. */
  id(path: string): Promise<string | null>;
  /** Raw bytes of a file or of a symlink's target; null where the tree has no such path. */
  read(path: string): Promise<Uint8Array | null>;
}

/** A text by lines, rendered; line numbers are 1-based and inclusive. */
export interface LineReader {
  readonly bytes: number;
  readonly lineCount: number;
  /** Long lines are clipped with a notice of their size. */
  lines(from: number, to: number): Promise<readonly string[]>;
  /** The whole rendered text of one line, unclipped up to 1 MB; null beyond the end. */
  line(number: number): Promise<string | null>;
  /** Line numbers whose rendering holds the literal. */
  search(literal: string, limit: number): Promise<readonly number[]>;
}

/** A trajectory through its index; texts are read by range and never held whole. */
export interface EventReader {
  readonly count: number;
  readonly turnCount: number;
  /** What could not be read, in words: torn last line, unknown records, … */
  readonly warnings: readonly string[];
  /** Events by number (`e1` is 1), inclusive. */
  rows(from?: number, to?: number): AsyncIterable<EventRow>;
  /** All events in order with their texts, one at a time. */
  events(): AsyncIterable<TraceEvent>;
  get(id: string): Promise<TraceEvent | null>;
  /** Summaries by turn, inclusive. */
  turns(from?: number, to?: number): AsyncIterable<TurnSummary>;
}

export interface CandidateMaterial {
  readonly id: string;
  readonly rollout: Rollout;
  readonly patch: PatchReport;
  /** base..candidate as git sees it after applying; empty where nothing was applied. */
  readonly diff: readonly FileDiff[];
  /** null unless the patch is `applied`. */
  readonly tree: TreeReader | null;
  readonly events: EventReader | null;
  readonly testLog: LineReader | null;
}

export interface GroupMaterial {
  readonly group: Group;
  readonly statement: string;
  readonly hints: readonly string[];
  readonly base: TreeReader;
  /** Sorted full ids of the base commit and its ancestors; null where the source had no history. */
  readonly ancestors: readonly string[] | null;
  /** Parsed `task.tests.test_patch`, or empty. */
  readonly testPatch: readonly FileDiff[];
  /** Parsed `task.reference_patch`, or empty. */
  readonly referencePatch: readonly FileDiff[];
  /** In the order of `group.rollouts`. */
  readonly candidates: readonly CandidateMaterial[];
}
