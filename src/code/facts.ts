/** Facts of a source file: what its shape says, in words that every language shares, so that detectors need no grammar. */
import { bashFacts } from './facts/bash.js';
import type { Fact, FactKind } from './facts/fact.js';
import { goFacts } from './facts/go.js';
import { javascriptFacts } from './facts/javascript.js';
import { pythonFacts } from './facts/python.js';
import type { CodeLanguage } from './language.js';
import type { SyntaxNode } from './syntax.js';

type Extractor = (root: SyntaxNode, text: string) => Fact[];

const EXTRACTORS: Readonly<Record<CodeLanguage, Extractor>> = {
  python: pythonFacts,
  javascript: javascriptFacts,
  typescript: javascriptFacts,
  tsx: javascriptFacts,
  go: goFacts,
  bash: bashFacts,
};

export const factsOf = (language: CodeLanguage, root: SyntaxNode, text: string): Fact[] =>
  EXTRACTORS[language](root, text);

/** A fact with the file it stands in. */
export interface PlacedFact extends Fact {
  readonly path: string;
}

const identity = (fact: Fact): string => `${fact.kind}\n${fact.key}`;

/**
 * Facts of `left` that `right` does not have as often: what moved, was re-indented or re-commented cancels out.
 * Where only some of several equal facts are surplus, those that `prefer` accepts are named first.
 */
export function surplus(
  left: readonly PlacedFact[],
  right: readonly PlacedFact[],
  prefer: (fact: PlacedFact) => boolean,
): PlacedFact[] {
  const credit = new Map<string, number>();
  for (const fact of right) credit.set(identity(fact), (credit.get(identity(fact)) ?? 0) + 1);
  const untouchedFirst = [...left].sort((a, b) => Number(prefer(a)) - Number(prefer(b)));
  const rest = untouchedFirst.filter((fact) => {
    const left = credit.get(identity(fact)) ?? 0;
    credit.set(identity(fact), left - 1);
    return left <= 0;
  });
  return rest.sort(byPlace);
}

const byPlace = (a: PlacedFact, b: PlacedFact): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line || a.endLine - b.endLine;

export const ofKind = <F extends Fact>(facts: readonly F[], kind: FactKind, trait?: string): F[] =>
  facts.filter((fact) => fact.kind === kind && (trait === undefined || fact.traits.includes(trait)));
