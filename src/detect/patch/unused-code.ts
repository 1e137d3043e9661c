/** R21, B05: a function is added that nothing names: not the patch, not the task, not its tests. */
import { ofKind, type PlacedFact } from '../../code/facts.js';
import { languageOf } from '../../code/language.js';
import { defineDetector, type GroupContext } from '../detector.js';
import { citeFact, inRole, newFunctions, someDo } from '../facts-in.js';
import { nameInClaim } from '../name-in-claim.js';
import type { CandidateView } from '../view.js';
import { standsIn } from './asked.js';

/** Names by which frameworks call what nobody else names. */
const HOOK =
  /^(__|test|pytest_|main$|setup|teardown|init$|upgrade$|downgrade$|run$|handler$|forwards$|backwards$|ready$|on[A-Z_]|do_|visit|usage$)/i;

export const unusedCode = defineDetector({
  name: 'unused_code',
  about:
    'added top-level functions that no changed file, statement or test names; silent on exported names, methods, decorated functions and framework hooks',
  rows: ['R21'],
  patch: (view, group) => {
    // A file that was not read may be the one that names them.
    if (view.notes.some((note) => note.includes('not read'))) return [];
    const others = group.others(view);
    return inRole(view, ofKind(newFunctions(view), 'function', 'top_level'), 'source')
      .filter((fact) => isUnused(fact, view, group))
      .map((fact) => ({
        claim: `The added function ${nameInClaim(fact.name)} is named nowhere else: is it needed?`,
        citations: citeFact(view, fact, 'new'),
        shown:
          others.length > 0 &&
          !someDo(others, 'introduced', ({ kind, name }) => kind === 'function' && name === fact.name),
      }));
  },
});

function isUnused({ name, traits, path }: PlacedFact, view: CandidateView, group: GroupContext): boolean {
  if (HOOK.test(name) || traits.includes('decorated') || view.mentions.get(name) !== 1) return false;
  // In Python any name can be imported; elsewhere an exported one is an offer to other packages.
  if (traits.includes('exported') && languageOf(path) !== 'python') return false;
  return !standsIn(group.taskText, name) && !group.tests.names(name);
}
