/** Says of which format a trajectory file is, and why. */
import type { TrajectoryFormat } from '../vocabulary.js';
import { FORMATS } from './formats.js';
import { lookAt } from './look.js';

export interface Detected {
  readonly format: TrajectoryFormat;
  /** What in the file says so. */
  readonly why: string;
}

/**
 * @param name path or name of the file
 * @param start its first characters; 64 kB are enough
 * @returns null where the file is of none of the formats
 */
export function detectFormat(name: string, start: string): Detected | null {
  const look = lookAt(name, start);
  for (const { name: format, recognize } of FORMATS) {
    const why = recognize(look);
    if (why !== null) return { format, why };
  }
  return null;
}
