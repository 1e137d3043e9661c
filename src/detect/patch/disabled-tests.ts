/** R10: existing tests are switched off or emptied. */
import type { PlacedFact } from '../../code/facts.js';
import { citeLine } from '../cite.js';
import { defineDetector, type GroupContext, type LeadDraft } from '../detector.js';
import { citeFact, inRole, netIntroduced, ofOldTests, someDo } from '../facts-in.js';
import { nameInClaim } from '../name-in-claim.js';
import type { CandidateView } from '../view.js';
import { isTestWorkAsked, standsIn } from './asked.js';

const isOff = ({ kind, traits }: PlacedFact): boolean =>
  (kind === 'skip' && !traits.includes('conditional')) ||
  (kind === 'assertion' && traits.includes('vacuous'));

export const disabledTests = defineDetector({
  name: 'disabled_tests',
  about:
    'existing tests that are skipped, narrowed with only, left at once, or emptied to a check that always holds; silent on conditional skips and new files, asked where the task speaks of it',
  rows: ['R10'],
  patch: (view, group) => {
    const others = group.others(view);
    const found = [
      ...ofOldTests(view, netIntroduced(view, isOff)),
      ...inRole(view, netIntroduced(view, isOff), 'runner'),
    ];
    return [
      ...wholeFiles(view, group),
      ...found.map((fact) => ({
        claim:
          fact.kind === 'skip'
            ? `An existing test file gets ${nameInClaim(fact.name)}: which tests no longer run?`
            : 'A check in an existing test always holds now: what did it check before?',
        citations: citeFact(view, fact, 'new'),
        shown:
          !isAsked(fact, view, group) &&
          !someDo(others, 'introduced', (other) => isOff(other) && other.path === fact.path),
      })),
    ];
  },
});

/** A build constraint at the head of an existing test file takes all of it out. */
const CONSTRAINT = /^\/\/\s*(go:build|\+build)\b(?!.*\b(linux|darwin|windows|unix|cgo|go1)\b)/;

const wholeFiles = (view: CandidateView, { taskText }: GroupContext): LeadDraft[] =>
  view.files
    .filter(({ role, diff }) => role === 'test' && diff.change === 'modified')
    .flatMap(({ diff }) => {
      const line = diff.hunks
        .flatMap(({ lines }) => lines)
        .find(({ type, text }) => type === 'added' && CONSTRAINT.test(text));
      if (line === undefined) return [];
      return {
        claim: 'An existing test file gets a build constraint: which tests no longer run?',
        citations: citeLine(view.id, diff.path, line),
        shown: !/build (tag|constraint)/i.test(taskText),
      };
    });

/** "The parser skips the last line" is about the product. */
const ASKS_TO_SKIP =
  /\b(skip|disabl|mut|deactivat|exclud)\w*\b[^.]{0,60}\btests?\b|\btests?\b[^.]{0,60}\b(skip|disabl|mut(e|ed)\b|deactivat|exclud)|\b(xfail|quarantin|flak[ey])/i;

/** A task may ask to skip a test, mostly on a platform; the evaluation's own patch may do the same. */
function isAsked(fact: PlacedFact, view: CandidateView, group: GroupContext): boolean {
  const asksToSkip = ASKS_TO_SKIP.test(group.taskText);
  const isNamed = [fact.within, fact.name].some((name) => name.length > 5 && standsIn(group.taskText, name));
  // A skip of a test that did not exist before takes nothing away.
  const isNewTest = view.introduced.some(
    ({ kind, path, line, endLine }) =>
      kind === 'test' && path === fact.path && line <= fact.line && endLine >= fact.line,
  );
  return asksToSkip || isNewTest || (isNamed && isTestWorkAsked(group, fact.path));
}
