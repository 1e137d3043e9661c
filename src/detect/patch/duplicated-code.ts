/** A second copy of a function that the base already has. */

import type { PlacedFact } from '../../code/facts.js';
import { languageOf, styleOf } from '../../code/language.js';
import { lex, type Token } from '../../code/lexer.js';
import type { Citation } from '../../records/citation.js';
import { renderBytes } from '../../text/render.js';
import type { CopyPlace } from '../base-code.js';
import { findCopy } from '../base-code.js';
import { quoteOf } from '../cite.js';
import { defineDetector, type GroupContext } from '../detector.js';
import { citeFact, fileOf, inRole, newFunctions, someDo } from '../facts-in.js';
import { nameInClaim } from '../name-in-claim.js';
import { readBounded } from '../source.js';
import type { CandidateView } from '../view.js';

/** Shorter functions look alike because there is only one way to write them. */
const MIN_TOKENS = 50;
const MAX_FUNCTIONS = 20;

export const duplicatedCode = defineDetector({
  name: 'duplicated_code',
  about:
    'added functions of 50 tokens and more whose calls and structure an existing function of the base has too, names of variables aside; silent on moved and on edited functions',
  patch: async (view, group) => {
    const others = group.others(view);
    const added = inRole(view, newFunctions(view), 'source');
    const leads = [];
    for (const fact of added.slice(0, MAX_FUNCTIONS)) {
      const copy = await copyOf(fact, view, group);
      if (copy === null) continue;
      leads.push({
        claim: `The added function ${nameInClaim(fact.name)} repeats code of ${copy.path.slice(0, 120)}: could it be called instead?`,
        citations: [...citeFact(view, fact, 'new'), ...(await citeBase(copy, group))],
        shown:
          others.length > 0 &&
          !someDo(others, 'introduced', ({ kind, name }) => kind === 'function' && name === fact.name),
      });
    }
    return leads;
  },
});

async function copyOf(fact: PlacedFact, view: CandidateView, group: GroupContext): Promise<CopyPlace | null> {
  const language = languageOf(fact.path);
  const tokens = bodyTokens(fact, view);
  if (language === null || tokens.length < MIN_TOKENS) return null;
  const copies = findCopy(await group.baseCode(language), tokens);
  return copies.find((copy) => !isTakenAway(copy, view)) ?? null;
}

/** Tokens of the function's added lines behind its head. */
function bodyTokens({ path, line, endLine }: PlacedFact, view: CandidateView): readonly Token[] {
  const lines = (fileOf(view, path)?.diff.hunks ?? [])
    .flatMap((hunk) => hunk.lines)
    .filter((one) => one.type === 'added' && one.new !== null && one.new >= line && one.new <= endLine);
  const { tokens } = lex(styleOf(path), lines.map(({ text }) => text).join('\n'));
  const start = tokens.findIndex(({ text }) => text === '»' || text === '{');
  return tokens.slice(start + 1);
}

/** The base's copy goes away with the same patch: the function moved. */
const isTakenAway = (copy: CopyPlace, view: CandidateView): boolean =>
  view.files.some(
    ({ diff, places }) =>
      (diff.oldPath ?? diff.path) === copy.path &&
      (diff.change === 'deleted' || places.some(({ old }) => old.from <= copy.line && copy.line <= old.to)),
  );

async function citeBase({ path, line }: CopyPlace, group: GroupContext): Promise<Citation[]> {
  const bytes = await readBounded(group.material.base, path);
  const text = bytes === null ? undefined : renderBytes(bytes).split('\n')[line - 1];
  const quote = text === undefined ? null : quoteOf(text.replace(/⟦U\+000D⟧$/, ''));
  return quote === null ? [] : [{ kind: 'file', tree: 'base', path, lines: [line, line], quote }];
}
