/** The one list of places in a group that hold a Ref. */
import type { Group } from './group.js';
import type { Ref } from './ref.js';

type Shape = typeof REF | readonly [Shape] | { readonly [key: string]: Shape };
const REF = 'ref';
const PLACES = {
  task: {
    statement: REF,
    hints: [REF],
    tree: REF,
    tests: { test_patch: REF },
    reference_patch: REF,
    rubric: REF,
  },
  rollouts: [{ patch: REF, test_log: REF, trajectory: { file: REF, more: [REF] } }],
} as const satisfies Shape;

type Change = (ref: Ref, field: string) => Ref;

function map(value: unknown, shape: Shape, field: string, change: Change): unknown {
  if (value === undefined || value === null) return value;
  if (shape === REF) return change(value as Ref, field);
  if (Array.isArray(value))
    return value.map((item, index) =>
      map(item, (shape as readonly [Shape])[0], `${field}[${index}]`, change),
    );
  const changed: Record<string, unknown> = { ...value };
  for (const [key, inner] of Object.entries(shape))
    if (key in changed) changed[key] = map(changed[key], inner, field ? `${field}.${key}` : key, change);
  return changed;
}

/** The same group with every Ref changed; `field` is its place, e.g. `rollouts[3].trajectory.file`. */
export const mapRefs = (group: Group, change: Change): Group => map(group, PLACES, '', change) as Group;

export interface RefPlace {
  readonly field: string;
  readonly ref: Ref;
}

/** Every Ref of a group, the task first, then rollout by rollout. */
export function refsOf(group: Group): RefPlace[] {
  const places: RefPlace[] = [];
  mapRefs(group, (ref, field) => {
    places.push({ field, ref });
    return ref;
  });
  return places;
}
