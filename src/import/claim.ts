/** What one file or folder says about one attempt at one task; several claims together make a rollout. */
import { folderOf } from '../paths.js';
import type { Rollout, Task } from '../records/group.js';
import type { EXITS, TrajectoryFormat } from '../vocabulary.js';
import type { RawContent, SourceFile } from './source.js';

export type Exit = (typeof EXITS)[number];
export type Validity = NonNullable<Rollout['validity']>;
export type TestRun = NonNullable<Rollout['tests']>;
export type TestStatuses = TestRun['status'];

/** A text of the group: held, or copied byte for byte. */
export type Text = string | RawContent;

/** What an importer learned about the task; everything may be missing. */
export interface TaskFacts {
  readonly dataset?: string;
  readonly statement?: Text;
  readonly hints?: readonly string[];
  /** `owner/name`. */
  readonly repo?: string;
  /** Address of the repository where a harness recorded it. */
  readonly url?: string;
  readonly base_commit?: string;
  readonly language?: string;
  readonly image?: NonNullable<Task['image']>;
  readonly environment?: NonNullable<Task['environment']>;
  readonly fail_to_pass?: readonly string[];
  readonly pass_to_pass?: readonly string[];
  readonly test_patch?: Text;
  readonly reference_patch?: Text;
}

export interface TrajectoryFiles {
  readonly format: TrajectoryFormat;
  readonly files: readonly SourceFile[];
}

/** What an importer learned about the attempt. */
export interface AttemptFacts {
  readonly task?: TaskFacts;
  /** null or left out: no verdict was recorded. */
  readonly passed?: boolean | null;
  /** A verdict of second hand, taken where nothing else tells; `why` becomes a warning. */
  readonly guess?: { readonly passed: boolean; readonly why: string };
  readonly reward?: number;
  readonly validity?: Validity;
  readonly exit?: { readonly status: Exit; readonly raw?: string };
  /** null: the harness says that there is none. Left out: it says nothing. */
  readonly patch?: Text | null;
  readonly tests?: TestRun;
  readonly log?: Text;
  readonly trajectory?: TrajectoryFiles;
  readonly tokens?: number;
  readonly policy?: Rollout['policy'];
  /** What could not be kept, and what was taken from a second-best place. */
  readonly warnings?: readonly string[];
}

/** What a claim can bring; a rollout takes each from the first claim that has it. */
export type Part = 'verdict' | 'patch' | 'trajectory';

/** Taken from the names that a harness or a user gave to files and rows, never from what an agent may have written. */
export interface Called {
  readonly names: readonly string[];
  /** The table whose row it is: of what does not lie in or below its folder it says nothing. */
  readonly table?: string;
}

export interface Claim {
  /** Name of the importer. */
  readonly format: string;
  /** What says that the files are of this format. */
  readonly why: string;
  /** The task; null where nothing names it. */
  readonly instance: string | null;
  /** Tells attempts at one task in one run apart: a trial's name, an epoch, a model; null where nothing does. */
  readonly attempt: string | null;
  /** Names of its files or of its row, where those may be the attempt's: claims that are called alike are one attempt. */
  readonly called?: Called;
  readonly parts: readonly Part[];
  /** 0 the attempt's own evaluation, 1 its trajectory, 2 a table of patches, 3 a table of verdicts: the lower ones win. */
  readonly rank: 0 | 1 | 2 | 3;
  /** What it was taken from, the telling file first. */
  readonly files: readonly SourceFile[];
  /** @throws Fault input where the files cannot be read */
  read(): Promise<AttemptFacts>;
}

/** The first file of a claim stands for all of them: the attempt lies there. */
export const pathOf = ({ files }: Claim): string => files[0]?.path ?? '';
export const folderOfClaim = (claim: Claim): string => folderOf(pathOf(claim));
