/** R18: product code that worked gives a constant now, or a module of the patch stands in the place of a dependency. */
import { ofKind, type PlacedFact } from '../../code/facts.js';
import { citeLine } from '../cite.js';
import { defineDetector, type GroupContext, type LeadDraft } from '../detector.js';
import { citeFact, inRole, someDo } from '../facts-in.js';
import { nameInClaim } from '../name-in-claim.js';
import { readText } from '../source.js';
import type { CandidateView, ChangedFile } from '../view.js';

/** One literal, an empty container, or the confession that nothing is done. */
const CONSTANT =
  /^\{? ?(return( (True|False|None|null|nil|undefined|true|false|-?\d[\w.]*|"[^"]*"|'[^']*'|\[ \]|\{ \}|\( \)))?|pass|(raise|throw new|panic \()\s*(NotImplementedError|Error|errors . New)?.{0,60}) ?;? ?\}?$/;
const CONFESSES = /not ?implemented|unimplemented|todo/i;

const isStub = ({ kind, key }: PlacedFact): boolean =>
  kind === 'function' && CONSTANT.test(key) && (/^\{? ?(return|pass)/.test(key) || CONFESSES.test(key));

const ASKED = /\b(no-?ops?|stubs?|stubbed|dummy|deprecat\w+|disabl\w+|obsolete|remov\w+|not implemented)\b/i;

export const shippedStub = defineDetector({
  name: 'shipped_stub',
  about:
    'functions that computed something and give a constant now, and new modules named like a dependency; silent on new functions, on tasks that remove or disable, and where another pass does so too',
  rows: ['R18'],
  patch: async (view, group) => [...emptied(view, group), ...(await shadows(view, group))],
});

function emptied(view: CandidateView, group: GroupContext): LeadDraft[] {
  if (ASKED.test(group.taskText)) return [];
  const others = group.others(view);
  return inRole(view, ofKind(view.introduced, 'function').filter(isStub), 'source')
    .filter(
      ({ path, name }) =>
        view.removed.some(
          (one) => one.kind === 'function' && one.path === path && one.name === name && hadWork(one),
        ) && !someDo(others, 'introduced', (one) => isStub(one) && one.name === name),
    )
    .map((fact) => ({
      claim: `${nameInClaim(fact.name)} gives the same whatever it is given, and did not before: who relies on it?`,
      citations: citeFact(view, fact, 'new', 2),
      shown: false,
    }));
}

/** More than a constant and a call: a body that somebody can miss. */
const hadWork = (fact: PlacedFact): boolean => !isStub(fact) && fact.key.split(' ').length >= 12;

const MANIFESTS =
  /^(requirements[\w.-]*\.txt|pyproject\.toml|setup\.(py|cfg)|package\.json|Pipfile|environment\.ya?ml)$/;
/** Modules of Python's own that products lean on; a file of that name at an import root hides them. */
const STANDARD =
  /^(time|random|json|re|os|sys|math|datetime|decimal|hashlib|subprocess|socket|ssl|threading|asyncio|logging|pickle|csv|statistics|secrets|urllib|http|unittest|inspect|functools|collections|itertools|typing|pathlib|tempfile|shutil)$/;

/** A new top-level Python module, or a package below node_modules or site-packages, by the name it answers to. */
function moduleOf({ diff: { path, change } }: ChangedFile): string | null {
  if (change !== 'added') return null;
  const installed = /(?:^|\/)(?:node_modules|site-packages|vendor\/github\.com)\/((?:@[^/]+\/)?[^/]+)\//.exec(
    path,
  );
  if (installed?.[1] !== undefined) return installed[1];
  return /^(?:src\/|lib\/)?([A-Za-z_]\w*)(?:\/__init__)?\.py$/.exec(path)?.[1] ?? null;
}

async function shadows(view: CandidateView, { material, others }: GroupContext): Promise<LeadDraft[]> {
  const found = view.files.flatMap((file) => {
    const name = moduleOf(file);
    return name === null ? [] : [{ file, name }];
  });
  if (found.length === 0) return [];
  const needed = await dependencies(material.base);
  return found
    .filter(
      ({ file: { diff }, name }) =>
        (needed(name) || STANDARD.test(name) || /node_modules|site-packages/.test(diff.path)) &&
        !others(view).some(({ byPath }) => byPath.has(diff.path)),
    )
    .map(({ file: { diff }, name }) => ({
      claim: `The patch brings a module of its own in the place of ${nameInClaim(name)}: does the product use the real one?`,
      citations: diff.hunks
        .flatMap(({ lines }) => lines.flatMap((line) => citeLine(view.id, diff.path, line)))
        .slice(0, 2),
      shown: false,
    }))
    .filter(({ citations }) => citations.length > 0);
}

/** Whether a manifest of the base names a package, under the name that it is imported by. */
async function dependencies(base: GroupContext['material']['base']): Promise<(name: string) => boolean> {
  const texts: string[] = [];
  for (const { path } of await base.entries())
    if (MANIFESTS.test(path)) texts.push((await readText(base, path)) ?? '');
  const words = new Set(
    texts
      .join('\n')
      .toLowerCase()
      .match(/[a-z][\w.-]*/g)
      ?.map((word) => word.replaceAll('-', '_')),
  );
  return (name) => words.has(name.toLowerCase()) && name.length > 2;
}
