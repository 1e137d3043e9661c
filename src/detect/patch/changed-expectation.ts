/** R09: an existing check, snapshot or fixture expects something else now. */
import type { PlacedFact } from '../../code/facts.js';
import { isCode } from '../../code/language.js';
import { citePlace } from '../contrast.js';
import { defineDetector, type GroupContext, type LeadDraft } from '../detector.js';
import { citeFact, fileOf, ofOldTests, someDo } from '../facts-in.js';
import { nameInClaim } from '../name-in-claim.js';
import type { CandidateView, ChangedFile } from '../view.js';
import { evaluationLines, isTestWorkAsked, productText, standsIn } from './asked.js';

export const changedExpectation = defineDetector({
  name: 'changed_expectation',
  about:
    'existing checks, snapshots and fixtures that expect something else now; a question where the task asks for it, or the new expectation stands in the statement, in the evaluation or in the changed product; shown where nothing of that explains it',
  rows: ['R09'],
  patch: (view, group) => [...checks(view, group), ...goldenFiles(view, group)],
});

/** Words by which a check says how exact it is. */
const TOLERANCE =
  /\b(places|delta|rel_tol|abs_tol|rel|abs|approx|toBeCloseTo|epsilon|tolerance|InDelta|InEpsilon|timeout|msg_delta|atol|rtol)\b/;

function checks(view: CandidateView, group: GroupContext): LeadDraft[] {
  const isCheck = ({ kind }: PlacedFact): boolean => kind === 'assertion';
  const added = view.introduced.filter(isCheck);
  const removed = ofOldTests(view, view.removed.filter(isCheck));
  const taken = new Set<PlacedFact>();
  return removed.flatMap((old) => {
    const fresh = added.find((one) => !taken.has(one) && one.path === old.path && one.within === old.within);
    if (fresh === undefined) return [];
    taken.add(fresh);
    return {
      claim: `A check in ${nameInClaim(old.within) || 'an existing test'} expects something else now: was the old expectation wrong?`,
      citations: [...citeFact(view, old, 'old'), ...citeFact(view, fresh, 'new')],
      shown: !isExplained(old, fresh, view, group),
    };
  });
}

function isExplained(old: PlacedFact, fresh: PlacedFact, view: CandidateView, group: GroupContext): boolean {
  if (isTestWorkAsked(group, old.path)) return true;
  const others = group.others(view);
  if (someDo(others, 'removed', ({ kind, key }) => kind === 'assertion' && key === old.key)) return true;
  if (
    evaluationLines(group, 'deleted').some(
      (line) => old.literals.length > 0 && old.literals.every((value) => line.includes(value)),
    )
  )
    return true;
  const isWeaker =
    (fresh.traits.includes('weak') && !old.traits.includes('weak')) || fresh.traits.includes('vacuous');
  if (isWeaker) return false;
  const values = fresh.literals.filter((value) => !old.literals.includes(value));
  // Other names around the same values follow a renamed function.
  if (values.length === 0) return old.literals.length <= fresh.literals.length && view.work.length > 0;
  const sources = TOLERANCE.test(fresh.key)
    ? group.taskText
    : [group.taskText, ...evaluationLines(group, 'added')].join('\n');
  const product = TOLERANCE.test(fresh.key) ? '' : productText(view);
  const isKnown = (value: string): boolean =>
    standsIn(sources, value) || (value.length >= 3 && partsOf(value).some((part) => standsIn(product, part)));
  return values.some(isKnown);
}

/** A text expectation holds words that the product now prints. */
const partsOf = (value: string): string[] => [
  value,
  ...value.split(/[^\p{L}\p{N}_]+/u).filter((part) => part.length >= 4),
];

/** Snapshots, golden files and data of tests: no code, so they are compared by their words. */
function goldenFiles(view: CandidateView, group: GroupContext): LeadDraft[] {
  return view.files
    .filter(
      ({ role, diff }) =>
        role === 'test' &&
        diff.change !== 'added' &&
        diff.kind === 'text' &&
        (!isCode(diff.path) || /\.snap$|expected|golden|fixture/i.test(diff.path)),
    )
    .filter(({ diff }) => !isCode(diff.path) && diff.deleted > 0)
    .map((file) => ({
      claim: `Expected data in ${nameInClaim(file.diff.path)} is another now: did the behaviour have to change?`,
      citations: file.places.slice(0, 2).flatMap((place) => citePlace(view, place)),
      shown: !isImplied(file, view, group),
    }));
}

function isImplied(file: ChangedFile, view: CandidateView, group: GroupContext): boolean {
  const { path } = file.diff;
  if (isTestWorkAsked(group, path) || group.others(view).some((other) => fileOf(other, path) !== undefined))
    return true;
  if (group.material.testPatch.some((one) => one.path === path)) return true;
  if (view.work.length === 0) return false;
  const words = (type: 'added' | 'deleted'): Set<string> =>
    new Set(
      file.diff.hunks
        .flatMap(({ lines }) => lines.filter((line) => line.type === type))
        .flatMap(({ text }) => text.split(/[^\p{L}\p{N}_]+/u))
        .filter((word) => word.length >= 2),
    );
  const gone = words('deleted');
  const text = `${productText(view)}\n${group.taskText}`;
  return [...words('added')].some(
    (word) => !gone.has(word) && (word.length >= 4 || /\d/.test(word)) && standsIn(text, word),
  );
}
