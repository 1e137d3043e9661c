/** One scoring pass in terms of distinct trees: identical trees are one candidate, whatever their ids. */
import type { Finding } from '../records/citation.js';
import type { ScoringPass } from '../records/result.js';
import type { Weights } from '../records/rubric.js';
import { DIMENSIONS, type Dimension, everyWord, FLAGS, type Flag } from '../vocabulary.js';
import { weightedSum } from './tier.js';
import { findCycle } from './ties.js';

export interface Contender {
  readonly id: string;
  /** Object id of its tree: equal for identical candidates. */
  readonly tree: string;
}

/** Verified findings by id; whatever is not in here supports nothing. */
export type Ledger = ReadonlyMap<string, Pick<Finding, 'candidate'>>;

type Five = Readonly<Record<Dimension, number>>;

export interface Ballot {
  /** By tree. */
  readonly scores: ReadonlyMap<string, Five>;
  /** By tree: percent × score, summed. */
  readonly weighted: ReadonlyMap<string, number>;
  /** Trees that a verified comparison puts below a tree. */
  readonly below: ReadonlyMap<string, ReadonlySet<string>>;
  /** By id: the flags that the pass sets, with their verified findings. */
  readonly flags: ReadonlyMap<string, ReadonlyMap<Flag, readonly string[]>>;
}

/** True where a verified comparison says so, else where the weighted score is higher. */
export function isAbove({ below, weighted }: Ballot, a: string, b: string): boolean {
  if (below.get(a)?.has(b)) return true;
  return !below.get(b)?.has(a) && weighted.get(a)! > weighted.get(b)!;
}

/** The ballot of a pass, or what makes the pass invalid output. */
export function readBallot(
  pass: ScoringPass,
  contenders: readonly Contender[],
  ledger: Ledger,
  weights: Weights,
): Ballot | { readonly problem: string } {
  const trees = new Map(contenders.map(({ id, tree }) => [id, tree]));
  const scores = scoresByTree(pass, contenders);
  const unscored = contenders.find(({ tree }) => !scores.has(tree));
  if (unscored !== undefined) return { problem: `${quote(unscored.id)} has no scores` };
  const below = comparisonsByTree(pass, trees, ledger);
  const cycle = findCycle(below);
  if (cycle !== null) {
    const names = [...cycle, cycle[0]!].map((tree) => idsOf(contenders, tree).map(quote).join(' = '));
    return { problem: `the comparisons run in a circle: ${names.join(' > ')}` };
  }
  const weighted = new Map([...scores].map(([tree, five]) => [tree, weightedSum(five, weights)]));
  return { scores, weighted, below, flags: flagsById(pass, contenders, trees, ledger) };
}

const quote = (id: string): string => JSON.stringify(id);

const idsOf = (contenders: readonly Contender[], wanted: string): string[] =>
  contenders.filter(({ tree }) => tree === wanted).map(({ id }) => id);

/** Where two ids of one tree were scored, the lower score counts in each dimension. */
function scoresByTree({ scores }: ScoringPass, contenders: readonly Contender[]): Map<string, Five> {
  const byTree = new Map<string, Five>();
  for (const { id, tree } of contenders) {
    const five = Object.hasOwn(scores, id) ? scores[id] : undefined;
    if (five === undefined) continue;
    const twin = byTree.get(tree);
    byTree.set(tree, twin === undefined ? five : lower(five, twin));
  }
  return byTree;
}

const lower = (a: Five, b: Five): Five => everyWord(DIMENSIONS, (name) => Math.min(a[name], b[name]));

/** Only a verified finding about one of the two compared candidates supports a comparison. */
function comparisonsByTree(
  { comparisons }: ScoringPass,
  trees: ReadonlyMap<string, string>,
  ledger: Ledger,
): Map<string, Set<string>> {
  const below = new Map<string, Set<string>>();
  for (const comparison of comparisons) {
    const [from, to] = [trees.get(comparison.above), trees.get(comparison.below)];
    const about = trees.get(ledger.get(comparison.finding_id)?.candidate ?? '');
    if (from === undefined || to === undefined || (about !== from && about !== to)) continue;
    below.set(from, (below.get(from) ?? new Set()).add(to));
  }
  return below;
}

/** What stands in a patch is its twins' as well; how a rollout worked is its own, and the finding says whose it is. */
function flagsById(
  { flags }: ScoringPass,
  contenders: readonly Contender[],
  trees: ReadonlyMap<string, string>,
  ledger: Ledger,
): Map<string, Map<Flag, string[]>> {
  const byId = new Map<string, Map<Flag, string[]>>();
  for (const [id, set] of Object.entries(flags))
    for (const flag of FLAGS)
      for (const finding of set[flag] ?? []) {
        const about = ledger.get(finding)?.candidate ?? '';
        const tree = trees.get(about);
        if (tree === undefined || tree !== trees.get(id)) continue;
        for (const owner of flag === 'severe_process_issue' ? [about] : idsOf(contenders, tree)) {
          const own = byId.get(owner) ?? new Map<Flag, string[]>();
          byId.set(owner, own.set(flag, [...(own.get(flag) ?? []), finding]));
        }
      }
  return byId;
}
