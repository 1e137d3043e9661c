/** The text whose sha256 is a group's `input_digest`: what is graded, not where it lies or who asked. */
import canonicalize from 'canonicalize';
import type { Group } from './group.js';
import type { Ref } from './ref.js';
import { mapRefs } from './refs.js';

export interface DigestParts {
  /** Id of the base commit's tree object; null where the repository could not be had. */
  readonly tree: string | null;
  /** Sha256 of the decompressed bytes of the Ref in that field. */
  readonly sha256: (ref: Ref, field: string) => string;
}

/** RFC 8785 JSON: one text for one value, whatever the order of its keys. */
export const canonicalText = (value: object): string => canonicalize(value) as string;

/**
 * RFC 8785 JSON of the group with every Ref replaced by its sha256, `task.repo` by `{ base_commit, tree }` and
 * `task.image` by its ref; without run_id, step, attempt, purpose, budget_s, and without any `extra`: gagar never
 * reads one, so none can change a result.
 */
export function digestText(group: Group, { tree, sha256 }: DigestParts): string {
  const { run_id, step, attempt, purpose, budget_s, extra, ...graded } = mapRefs(group, sha256);
  const { repo, image } = graded.task;
  return canonicalText({
    ...graded,
    task: {
      ...graded.task,
      repo: repo && { base_commit: repo.base_commit, tree },
      image: image?.ref,
    },
    rollouts: graded.rollouts.map(({ extra, ...rollout }) => rollout),
  });
}
