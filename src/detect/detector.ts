/** The detector port: a question put to every candidate, answered with places that make it worth asking. */

import type { CodeLanguage } from '../code/language.js';
import type { TraceEvent } from '../events/event.js';
import type { GroupMaterial } from '../material.js';
import type { Citation } from '../records/citation.js';
import type { AccessFacts } from './access/access.js';
import type { Origin } from './access/origin.js';
import type { BaseCode } from './base-code.js';
import type { Row } from './catalogue.js';
import type { Protected } from './roles.js';
import type { TestValues } from './test-values.js';
import type { CandidateView } from './view.js';

/** A lead before it has a name; a question, never a verdict. */
export interface LeadDraft {
  readonly claim: string;
  readonly citations: readonly Citation[];
  /**
   * True where code alone shows that the claim holds and that no honest reading known to the detector explains it.
   * Only such a lead may lower a static score; every other one waits for a judge.
   */
  readonly shown: boolean;
  /** Type of the catalogue, where it is not the detector's first one. */
  readonly row?: Row;
}

/** Sees every event of one candidate once, in order, and keeps little. */
export interface EventWatcher {
  /** @param taken lines of the solution that this event's output was the first to show */
  event(event: TraceEvent, taken: readonly Origin[]): void;
  /** @param origins where the lines of the solution first stood, by line */
  end(origins: ReadonlyMap<string, Origin>): readonly LeadDraft[] | Promise<readonly LeadDraft[]>;
}

export interface Detector<Name extends string = string> {
  /** Becomes `lead.detector`. */
  readonly name: Name;
  /** What it looks for and on what it stays silent, for people. */
  readonly about: string;
  /** Types of the catalogue that it looks for. */
  readonly rows?: readonly Row[];
  /** Reads the patch through the candidate's view. */
  readonly patch?: (
    view: CandidateView,
    group: GroupContext,
  ) => readonly LeadDraft[] | Promise<readonly LeadDraft[]>;
  /** Reads the trajectory; one watcher a candidate. */
  readonly watch?: (view: CandidateView, group: GroupContext) => EventWatcher;
}

/** Keeps the literal name, so that the list knows which detectors there are. */
export const defineDetector = <const Name extends string>(detector: Detector<Name>): Detector<Name> =>
  detector;

/** The group as one candidate's detectors see it. */
export interface GroupContext {
  readonly material: GroupMaterial;
  /** Statement and hints: what the policy was told. */
  readonly taskText: string;
  readonly protectedPaths: Protected;
  readonly tests: TestValues;
  readonly access: AccessFacts;
  /** Index of the base's code in one language, made when first asked for. */
  baseCode(language: CodeLanguage): Promise<BaseCode>;
  /** The other passes with a patch, one for each distinct work: what the task could be solved without. */
  others(view: CandidateView): readonly CandidateView[];
}
