/** Output for the programmer is left in product code. */
import type { PlacedFact } from '../../code/facts.js';
import { defineDetector } from '../detector.js';
import { citeFact, fileOf, inRole, netIntroduced, someDo } from '../facts-in.js';
import type { ChangedFile } from '../view.js';

const isDebug = ({ kind }: PlacedFact): boolean => kind === 'debug';
/** Programs that talk to people print by trade. */
const TALKS =
  /(^|\/)(bin|scripts?|tools?|examples?|demos?|cmd|cli|bench\w*)\/|(^|\/)(\w*cli|main|__main__|cmd|manage|setup|console)\.\w+$/i;
const ASKED = /\b(prints?|printed|console|stdout|standard output|output to the (terminal|user)|logs? to)\b/i;

export const debugOutput = defineDetector({
  name: 'debug_output',
  about:
    'print, console.log, breakpoints and the like in files that had none; silent on new files, command line programs, files that already print, and on tasks about output',
  patch: (view, group) => {
    const others = group.others(view);
    const found = inRole(view, netIntroduced(view, isDebug), 'source').filter(
      (fact) =>
        fact.traits.includes('breakpoint') || isForeign(fact, fileOf(view, fact.path), group.taskText),
    );
    return found.map((fact) => ({
      claim: `${fact.name || 'A breakpoint'} is new in a file that printed nothing before: was it left from debugging?`,
      citations: citeFact(view, fact, 'new'),
      shown:
        fact.traits.includes('breakpoint') ||
        (others.length > 0 &&
          !someDo(others, 'introduced', (other) => isDebug(other) && other.path === fact.path)),
    }));
  },
});

/** A new file has no habit to break; what it is for is asked elsewhere. */
const isForeign = ({ path }: PlacedFact, file: ChangedFile | undefined, taskText: string): boolean =>
  file?.diff.change !== 'added' &&
  file?.before.kinds.has('debug') !== true &&
  !TALKS.test(path) &&
  !ASKED.test(taskText);
