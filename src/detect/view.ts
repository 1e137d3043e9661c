/** What detectors see of one candidate: its changed files, places and facts, read once and kept small. */

import type { FactKind } from '../code/facts/fact.js';
import { ofKind, type PlacedFact, surplus } from '../code/facts.js';
import { isCode } from '../code/language.js';
import type { CodeParser } from '../code/syntax.js';
import type { FileDiff } from '../diff/model.js';
import type { CandidateMaterial, TreeReader } from '../material.js';
import { openFingerprint } from './fingerprint.js';
import { joined } from './lines.js';
import { overlapsOne, type Place, placesOf, type Range } from './places.js';
import { type Protected, type Role, roleOf } from './roles.js';
import { openSource, readText, type Source } from './source.js';

/** Beyond these a candidate's files are compared by their lines only: nobody buys grading time with size. */
const MAX_FILES = 300;
const MAX_CHARS = 4 * 1024 * 1024;
const MAX_FACTS = 300;

export interface ChangedFile {
  readonly diff: FileDiff;
  readonly role: Role;
  readonly places: readonly Place[];
  readonly before: FactSummary;
  readonly after: FactSummary;
}

/** What is kept of the facts of a whole file. */
export interface FactSummary {
  readonly kinds: ReadonlySet<FactKind>;
  readonly functions: ReadonlySet<string>;
}

export interface CandidateView {
  readonly id: string;
  readonly material: CandidateMaterial;
  readonly files: readonly ChangedFile[];
  readonly byPath: ReadonlyMap<string, ChangedFile>;
  /** Places of product code whose tokens differ: what the patch really does. */
  readonly work: readonly Place[];
  /** The base lines of that work by base path, in order. */
  readonly workRanges: ReadonlyMap<string, readonly Range[]>;
  /** Facts that the patch brings in or takes away; what merely moved is in neither. */
  readonly introduced: readonly PlacedFact[];
  readonly removed: readonly PlacedFact[];
  /** How often the name of a function that the patch defines occurs in the changed files. */
  readonly mentions: ReadonlyMap<string, number>;
  /** Equal for patches that differ in layout and comments only. */
  readonly fingerprint: string;
  /** What was not read or not parsed, with its reason. */
  readonly notes: readonly string[];
}

export interface ViewTools {
  readonly parser: CodeParser;
  readonly base: TreeReader;
  /** Base versions by path: candidates of a group mostly change the same files. */
  readonly baseSources: Map<string, Promise<Source | null>>;
  readonly protectedPaths: Protected;
}

export async function openView(material: CandidateMaterial, tools: ViewTools): Promise<CandidateView> {
  const files: ChangedFile[] = [];
  const facts: FactSides = { before: [], after: [] };
  const notes: string[] = [];
  const words = new Map<string, number>();
  const fingerprint = openFingerprint();
  let left = MAX_CHARS;
  for (const diff of material.diff) {
    const within = files.length < MAX_FILES && left > 0 && diff.kind === 'text';
    const before = within ? await baseSource(diff, tools) : null;
    const after = within ? await newSource(diff, material.tree, tools) : null;
    left -= (before?.text.length ?? 0) + (after?.text.length ?? 0);
    if (diff.kind === 'text' && !within) notes.push(`${diff.path}: not read (the patch is too large)`);
    else if (within && after === null && diff.change !== 'deleted')
      notes.push(`${diff.path}: not read (the file is too large)`);
    if (after?.unparsed) notes.push(`${diff.path}: not parsed as a whole (${after.unparsed})`);
    countWords(after, words);
    await fingerprint.add(diff, before, after, material.tree);
    files.push(changedFile(diff, before, after, tools.protectedPaths));
    facts.before.push(...placed(before, diff.path));
    facts.after.push(...placed(after, diff.path));
  }
  const work = workIn(files);
  const [introduced, removed] = factChanges(files, facts);
  const defined = new Set(ofKind(introduced, 'function').map(({ name }) => name));
  const mentions = new Map([...words].filter(([word]) => defined.has(word)));
  return {
    id: material.id,
    material,
    files,
    byPath: new Map(files.map((file) => [file.diff.path, file])),
    work,
    workRanges: rangesOf(work),
    introduced,
    removed,
    mentions,
    fingerprint: await fingerprint.digest(),
    notes,
  };
}

function baseSource(diff: FileDiff, { base, baseSources, parser }: ViewTools): Promise<Source | null> {
  if (diff.change === 'added') return Promise.resolve(null);
  const path = diff.oldPath ?? diff.path;
  const known = baseSources.get(path) ?? readSource(base, path, parser);
  baseSources.set(path, known);
  return known;
}

const newSource = async (
  diff: FileDiff,
  tree: TreeReader | null,
  { parser }: ViewTools,
): Promise<Source | null> =>
  tree === null || diff.change === 'deleted' ? null : readSource(tree, diff.path, parser);

async function readSource(tree: TreeReader, path: string, parser: CodeParser): Promise<Source | null> {
  const text = await readText(tree, path);
  return text === null ? null : openSource(path, text, parser);
}

function changedFile(
  diff: FileDiff,
  before: Source | null,
  after: Source | null,
  protectedPaths: Protected,
): ChangedFile {
  const role = roleOf(diff.path, protectedPaths);
  const isNew = diff.change === 'added';
  // A side that should exist but was not read makes both sides fall back to plain lines.
  const readable = (before !== null || isNew) && (after !== null || diff.change === 'deleted');
  const sides = readable
    ? { old: before?.lines ?? null, new: after?.lines ?? null }
    : { old: null, new: null };
  const places = placesOf(diff, sides);
  const isProduct = role === 'other' && (isCode(diff.path, after?.text) || isCode(diff.path, before?.text));
  return { diff, role: isProduct ? 'source' : role, places, before: summary(before), after: summary(after) };
}

/** A clone is flat: slices would keep the whole source texts of every candidate alive. */
const summary = (source: Source | null): FactSummary =>
  structuredClone({
    kinds: new Set(source?.facts.map(({ kind }) => kind)),
    functions: new Set(source?.facts.filter(({ kind }) => kind === 'function').map(({ name }) => name)),
  });

interface FactSides {
  readonly before: PlacedFact[];
  readonly after: PlacedFact[];
}

/** Facts under the path of the new side, so that both sides of a renamed file can be compared. */
const placed = (source: Source | null, path: string): readonly PlacedFact[] =>
  (source?.facts ?? []).map((fact) => (fact.path === path ? fact : { ...fact, path }));

function countWords(source: Source | null, words: Map<string, number>): void {
  if (source === null) return;
  for (const [word] of joined(source.lines.tokens, 1, source.lines.tokens.length).matchAll(
    /[\p{L}_$][\p{L}\p{N}_$]*/gu,
  )) {
    words.set(word, (words.get(word) ?? 0) + 1);
  }
}

function factChanges(
  files: readonly ChangedFile[],
  { before, after }: FactSides,
): [PlacedFact[], PlacedFact[]] {
  const touches = (side: 'old' | 'new') => {
    const ranges = new Map(files.map(({ diff, places }) => [diff.path, places.map((place) => place[side])]));
    return ({ path, line, endLine }: PlacedFact) => overlapsOne(ranges.get(path) ?? [], line, endLine);
  };
  return structuredClone([
    surplus(after, before, touches('new')).filter(firstOfKind()),
    surplus(before, after, touches('old')).filter(firstOfKind()),
  ]);
}

/** Passes the first facts of each kind: detectors compare facts with facts, and a policy chooses how many there are. */
function firstOfKind(): (fact: PlacedFact) => boolean {
  const counts = new Map<FactKind, number>();
  return ({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= MAX_FACTS;
  };
}

const workIn = (files: readonly ChangedFile[]): Place[] =>
  files
    .filter(({ role }) => role === 'source')
    .flatMap(({ places }) => places.filter(({ effect }) => effect === 'code'));

function rangesOf(work: readonly Place[]): Map<string, Range[]> {
  const ranges = new Map<string, Range[]>();
  for (const { basePath, old } of work) {
    const known = ranges.get(basePath) ?? [];
    known.push(old);
    ranges.set(basePath, known);
  }
  for (const known of ranges.values()) known.sort((a, b) => a.from - b.from);
  return ranges;
}
