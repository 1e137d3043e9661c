/** The group context: which passes did other work than this one, what they were told, and what is held by the trainer. */

import type { CodeLanguage } from '../code/language.js';
import type { CandidateMaterial, GroupMaterial } from '../material.js';
import { isValid } from '../records/group.js';
import type { AccessFacts } from './access/access.js';
import { type BaseCode, readBaseCode } from './base-code.js';
import type { GroupContext } from './detector.js';
import type { Protected } from './roles.js';
import type { TestValues } from './test-values.js';
import type { CandidateView } from './view.js';

export const protectedPathsOf = ({ group, testPatch }: GroupMaterial): Protected => ({
  patterns: group.task.tests?.protected_paths ?? [],
  files: new Set(testPatch.map(({ path }) => path)),
});

/** A pass whose work can be compared: valid, passed, and with a tree. */
export const isPass = ({ rollout, tree }: CandidateMaterial): boolean =>
  rollout.passed && isValid(rollout) && tree !== null;

/** Neither the order nor the names of rollouts decide which of several equal works stands for them. */
const byTree = (a: CandidateView, b: CandidateView): number =>
  (a.material.tree?.oid ?? '') < (b.material.tree?.oid ?? '') ? -1 : 1;

export function groupContext(
  material: GroupMaterial,
  views: readonly CandidateView[],
  tests: TestValues,
  access: AccessFacts,
): GroupContext {
  const distinct = new Map<string, CandidateView>();
  const passes = views.filter((view) => isPass(view.material)).sort(byTree);
  for (const view of passes) if (!distinct.has(view.fingerprint)) distinct.set(view.fingerprint, view);
  const near = [...new Set(views.flatMap(({ files }) => files.map(({ diff }) => diff.path)))].sort();
  const indexes = new Map<CodeLanguage, Promise<BaseCode>>();
  const protectedPaths = protectedPathsOf(material);
  return {
    material,
    taskText: [material.statement, ...material.hints].join('\n'),
    protectedPaths,
    tests,
    access,
    baseCode: (language) => {
      const known = indexes.get(language) ?? readBaseCode(material.base, language, near, protectedPaths);
      indexes.set(language, known);
      return known;
    },
    others: (view) => [...distinct.values()].filter(({ fingerprint }) => fingerprint !== view.fingerprint),
  };
}
