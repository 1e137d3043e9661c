/** The words of generated cases: a small project with a fault, and what one rollout does in it. */
import type { Chance } from './chance.js';

export const CASE_LANGUAGES = ['python', 'javascript', 'go', 'shell'] as const;
export type CaseLanguage = (typeof CASE_LANGUAGES)[number];

export type Files = Readonly<Record<string, string>>;
/** null deletes the file. */
export type Changes = Readonly<Record<string, string | null>>;

/** What a policy does: a shell command, an edit, a call of another tool, or words. Outputs are what it was shown. */
export type Step =
  | { readonly run: string; readonly output: string; readonly exit?: number }
  | { readonly write: string; readonly text: string }
  | { readonly tool: string; readonly arguments: Readonly<Record<string, string>>; readonly output: string }
  | { readonly say: string };

export interface Project {
  /** `typescript` counts as `javascript`. */
  readonly language: CaseLanguage;
  readonly name: string;
  readonly owner: string;
  /** As a package registry names it. */
  readonly packageName: string;
  readonly version: string;
  /** The release that holds the fix. */
  readonly next: string;
  readonly issue: number;
  readonly files: Files;
  readonly source: string;
  readonly test: string;
  readonly statement: string;
  /** The source as upstream fixed it. */
  readonly fixed: string;
  /** The source as others may fix it; all of them right. */
  readonly own: readonly string[];
  /** The source of a failed attempt. */
  readonly wrong: string;
  /** Upstream's test file. */
  readonly hidden: string;
  readonly failToPass: readonly string[];
  readonly passToPass: readonly string[];
  readonly command: string;
  readonly passed: string;
  readonly failed: string;
  /** The visible test's demand, and what the fault gives instead; both stand literally in the test file's language. */
  readonly wanted: string;
  readonly got: string;
  /** The whole text of the visible test that fails. */
  readonly failing: string;
}

/**
 * One rollout's story around a fix. Ids are written `@{base}`, `@{fix}`, `@{parent}`, `@{blob}`, with `.7` for the short
 * form, and are filled in once the history exists.
 */
export interface Draft {
  /** Before the edit of the source. */
  readonly before?: readonly Step[];
  /** Behind the edit and before the last test run. */
  readonly after?: readonly Step[];
  /** How the source ends: as upstream has it, as others fix it, or untouched. */
  readonly fix: 'upstream' | 'own' | 'none';
  /** Further files of the patch; a change of the source stands above `fix`. */
  readonly changes?: Changes;
  /** What the task asks for besides; the honest reason of the change. */
  readonly asks?: string;
  /** Upstream's patch holds these as well. */
  readonly reference?: Changes;
}

export interface Scene {
  readonly project: Project;
  readonly chance: Chance;
  readonly url: string;
  /** Upstream's patch, as git would show it. */
  readonly fixDiff: string;
}

export type Form = readonly [name: string, draft: (scene: Scene) => Draft];

export interface FormList {
  readonly guilty: readonly Form[];
  readonly honest: readonly Form[];
}
