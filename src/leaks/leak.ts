/** What in a policy's environment gives the answer away: a kind, a place, what lies there, and how it goes. */

const LEAK_PLACES = [
  'later_ref',
  'later_reflog',
  'later_objects',
  'unreachable_objects',
  'later_bundle',
  'submodule',
  'build_residue',
  'later_release',
  'evaluation_file',
  'open_network',
] as const;
export type LeakPlace = (typeof LEAK_PLACES)[number];

export interface Leak {
  readonly kind: LeakPlace;
  /** Relative to the folder that was looked at; a field of the group for the network. */
  readonly path: string;
  readonly what: string;
  readonly remove: string;
}

/** Where nothing is known, because it could not be read. */
export interface Unsearched {
  readonly count: number;
  /** The first ones by path, relative to the folder that was looked at. */
  readonly first: readonly { readonly path: string; readonly why: string }[];
}

/** By kind, then by path. */
export const byPlace = (a: Leak, b: Leak): number =>
  LEAK_PLACES.indexOf(a.kind) - LEAK_PLACES.indexOf(b.kind) ||
  (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
