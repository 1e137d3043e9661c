/** The ways in which a check and its tree get into a container, as the sandbox over them sees it. */
import type { Engine } from './engine.js';
import type { ExecOptions, ExecResult, HeldLimit, Limits } from './port.js';
import type { Stage } from './stage.js';
import type { TreeSource } from './tree.js';

/** What all checks share. */
export interface DockerHouse {
  readonly engine: Engine;
  /** Full id. */
  readonly image: string;
  readonly volumes: readonly string[];
  readonly limitsHeld: readonly HeldLimit[];
  readonly stage: Stage;
}

/** What one check needs, whichever way its tree gets in. */
export interface DockerCheck {
  readonly tree: TreeSource;
  /** Where its base is laid out. */
  readonly base: string;
  readonly argv: readonly string[];
  readonly limits: Limits;
  readonly options: ExecOptions;
  /** Takes the result as soon as it is known: the program is dead then, and what is left is cleaning up. */
  readonly deliver: (result: ExecResult) => void;
}

/** How checks are run: with their tree mounted, or sent. */
export interface DockerWay {
  /** Settles when everything of the check is gone. */
  check(check: DockerCheck): Promise<void>;
  close(): Promise<void>;
}
