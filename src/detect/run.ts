/** Runs every detector over a group: one pass over each candidate's events, one view of each distinct tree. */
import type { CodeParser } from '../code/syntax.js';
import type { TamperReport } from '../judge/outcome.js';
import type { CandidateMaterial, GroupMaterial } from '../material.js';
import type { Lead } from '../records/citation.js';
import { knownSpeech } from '../tamper/known.js';
import { type TamperWatch, watchTampering } from '../tamper/report.js';
import { accessFacts } from './access/access.js';
import { telltalesOf, watchOrigins } from './access/origin.js';
import type { Row } from './catalogue.js';
import { groupContext, isPass, protectedPathsOf } from './context.js';
import type { Detector, GroupContext, LeadDraft } from './detector.js';
import { draftBox } from './drafts.js';
import { watchTestRuns } from './events/test-runs.js';
import { DETECTORS } from './list.js';
import { countLeads, type EarlyMeasures, type Measures, measure, median, sizeOf } from './measures.js';
import type { Source } from './source.js';
import { readTestValues } from './test-values.js';
import { type CandidateView, openView, type ViewTools } from './view.js';

export interface RunOptions {
  readonly signal?: AbortSignal;
}

export interface Detected {
  /** Open leads, in an order that depends on their content and not on the order of the rollouts. */
  readonly leads: readonly Lead[];
  /** Ids of leads whose claim code alone has shown; only they may lower a static score. */
  readonly shown: ReadonlySet<string>;
  /** Attempts to speak to the judge by candidate id; never a reason for a score. */
  readonly tampering: ReadonlyMap<string, readonly TamperReport[]>;
  /** Type of the catalogue by lead id, where the lead's detector looks for one. */
  readonly rows: ReadonlyMap<string, Row>;
  /** By candidate id. */
  readonly measures: ReadonlyMap<string, Measures>;
}

/** @throws the signal's reason when aborted. */
export async function runDetectors(
  material: GroupMaterial,
  parser: CodeParser,
  { signal }: RunOptions = {},
): Promise<Detected> {
  const views = await openViews(material, parser, signal);
  const group = groupContext(
    material,
    views,
    await readTestValues(material, protectedPathsOf(material)),
    await accessFacts(material),
  );
  const passes = views.filter((view) => isPass(view.material));
  const medianTokens = median(passes.map((view) => sizeOf(view).added + sizeOf(view).deleted));
  const found: Found[] = [];
  const early = new Map<string, EarlyMeasures>();
  const tampering = new Map<string, readonly TamperReport[]>();
  const known = knownSpeech(material);
  for (const view of views) {
    signal?.throwIfAborted();
    const tamper = watchTampering(view.material, known);
    const tested = await runEvents(view, group, found, tamper, signal);
    for (const detector of DETECTORS as readonly Detector[]) await runPatch(detector, view, group, found);
    early.set(view.id, measure(view, group, medianTokens, tested));
    const reports = await tamper.end();
    if (reports.length > 0) tampering.set(view.id, reports);
  }
  const { leads, shown, rows } = nameLeads(found);
  const measures = [...early].map(([id, some]): [string, Measures] => [
    id,
    { ...some, leads: countLeads(leads.filter(({ candidate }) => candidate === id)) },
  ]);
  return { leads, shown, rows, tampering, measures: new Map(measures) };
}

async function openViews(
  material: GroupMaterial,
  parser: CodeParser,
  signal?: AbortSignal,
): Promise<CandidateView[]> {
  const baseSources = new Map<string, Promise<Source | null>>();
  const tools: ViewTools = {
    parser,
    base: material.base,
    baseSources,
    protectedPaths: protectedPathsOf(material),
  };
  const byTree = new Map<string, CandidateView>();
  const views: CandidateView[] = [];
  for (const candidate of material.candidates) {
    signal?.throwIfAborted();
    const oid = candidate.tree?.oid;
    const twin = oid === undefined ? undefined : byTree.get(oid);
    const view = twin === undefined ? await openView(candidate, tools) : sameTree(twin, candidate);
    if (oid !== undefined) byTree.set(oid, view);
    views.push(view);
  }
  return views;
}

const sameTree = (twin: CandidateView, material: CandidateMaterial): CandidateView => ({
  ...twin,
  id: material.id,
  material,
});

interface Found {
  readonly detector: string;
  readonly candidate: string;
  readonly draft: LeadDraft;
  readonly row: Row | undefined;
}

async function runPatch(
  { name, patch, rows }: Detector,
  view: CandidateView,
  group: GroupContext,
  found: Found[],
): Promise<void> {
  if (patch === undefined || view.material.tree === null) return;
  const box = draftBox();
  for (const draft of await patch(view, group)) box.add(draft);
  for (const draft of box.all())
    found.push({ detector: name, candidate: view.id, draft, row: draft.row ?? rows?.[0] });
}

/** @returns whether tests ran after the last edit. */
async function runEvents(
  view: CandidateView,
  group: GroupContext,
  found: Found[],
  tamper: TamperWatch,
  signal?: AbortSignal,
): Promise<boolean | null> {
  const { events, diff } = view.material;
  if (events === null) return null;
  const watchers = (DETECTORS as readonly Detector[]).flatMap(({ name, watch, rows }) =>
    watch === undefined ? [] : [{ name, rows, watcher: watch(view, group) }],
  );
  const origins = watchOrigins(await telltalesOf(group.material, diff));
  const tests = watchTestRuns(diff.map(({ path }) => path));
  for await (const event of events.events()) {
    signal?.throwIfAborted();
    tests.event(event);
    const taken = origins.event(event);
    for (const { watcher } of watchers) watcher.event(event, taken);
    await tamper.event(event);
  }
  for (const { name, rows, watcher } of watchers) {
    for (const draft of await watcher.end(origins.origins()))
      found.push({ detector: name, candidate: view.id, draft, row: draft.row ?? rows?.[0] });
  }
  return tests.testsAfterLastEdit();
}

/** Names leads `L1`, `L2`, … in the order of their content, so that a name says nothing about a rollout. */
function nameLeads(found: readonly Found[]): Pick<Detected, 'leads' | 'shown' | 'rows'> {
  const keyed = found.map((one) => ({ one, key: contentKey(one) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const leads: Lead[] = [];
  const shown = new Set<string>();
  const rows = new Map<string, Row>();
  keyed.forEach(({ one: { detector, candidate, draft, row } }, index) => {
    const id = `L${index + 1}`;
    const { claim, citations } = draft;
    leads.push({
      id,
      detector,
      candidate,
      claim,
      citations: [...citations],
      status: 'left_open',
      reason: '',
      finding_ids: [],
    });
    if (draft.shown) shown.add(id);
    if (row !== undefined) rows.set(id, row);
  });
  return { leads, shown, rows };
}

/** Detector, then places, then claim; the candidate's id only parts what is otherwise equal. */
function contentKey({ detector, candidate, draft }: Found): string {
  const places = draft.citations.map((citation) => JSON.stringify({ ...citation, candidate: '' }));
  return [detector, ...places, draft.claim, candidate].join('\u0000');
}
