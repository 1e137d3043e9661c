/** One hostile candidate: a shell script, the files it brings, and what must be true afterwards beside "nothing happened". */
import type { ExecResult, Limits } from '../../../../sandbox/exec/port.js';
import type { Files } from '../../../support/tree.js';

export interface Probe {
  /** Completes "a candidate that …". */
  readonly name: string;
  readonly script: string;
  readonly files?: Files;
  readonly limits?: Partial<Limits>;
  /** Shown to bite: run on the host without a box, it must be noticed. */
  readonly bites?: true;
  readonly report?: true;
  readonly expect?: (result: ExecResult, said: string) => void;
}

/** Perl is part of every Debian, and of the image. */
export const perl = (code: string): string => `perl -e '${code}'`;
