/** Static facts of a criterion, found by code in one candidate's diff, tree and trajectory; nothing of its peers is read. */
import { citeEvent, citeLine, quoteOf } from '../detect/cite.js';
import { editsOf, mayEdit, runsTests } from '../detect/events/test-runs.js';
import type { DiffLine, FileDiff } from '../diff/model.js';
import type { TraceEvent } from '../events/event.js';
import type { CandidateMaterial } from '../material.js';
import type { Citation, Lead } from '../records/citation.js';
import type { AssessedCriterion } from '../records/rollout-result.js';
import type { StaticCheck } from '../records/task-rubric.js';
import { compilePattern } from '../text/pattern.js';
import { renderBytes } from '../text/render.js';

export type FactReading = Pick<AssessedCriterion, 'verdict' | 'reason' | 'citations'>;

/** Leads of detectors that looked at this candidate alone, and which of them code alone has shown. */
export type OwnLeads = () => Promise<{
  readonly leads: readonly Lead[];
  readonly shown: ReadonlySet<string>;
}>;

/** What was found, or why it was not looked for. */
type Found =
  | { readonly citations: readonly Citation[]; readonly found: boolean }
  | { readonly beyond: string }
  | { readonly missing: string };

/** Files beyond this size are not looked at; then the criterion does not hold, whichever way it asks. */
const MAX_FILE = 8 * 1024 * 1024;
/** Of one event's input. */
const MAX_INPUT = 256 * 1024;

export async function readFact(
  check: StaticCheck,
  candidate: CandidateMaterial,
  ownLeads: OwnLeads,
): Promise<FactReading> {
  const seen = await look(check, candidate, ownLeads);
  if ('missing' in seen) return { verdict: 'unassessed', reason: seen.missing, citations: [] };
  if ('beyond' in seen) return { verdict: 'no', reason: seen.beyond, citations: [] };
  const verdict = seen.found === check.holds ? 'yes' : 'no';
  const reason = `${check.fact}: ${seen.found ? 'found' : 'not found'}`;
  return { verdict, reason, citations: seen.citations.slice(0, 2) };
}

async function look(check: StaticCheck, candidate: CandidateMaterial, ownLeads: OwnLeads): Promise<Found> {
  switch (check.fact) {
    case 'changes':
      return changes(check.path, candidate);
    case 'adds':
      return adds(check, candidate);
    case 'has':
      return await has(check, candidate);
    case 'lead':
      return await shownLead(check.detector, candidate.id, ownLeads);
    case 'ran': {
      const find = compilePattern(check.pattern, { isRegex: true });
      // What an edit writes is no call of what it names.
      return await inCalls(candidate, check.when, ({ kind, input }) =>
        kind === 'edit' ? -1 : firstMatch(input.slice(0, MAX_INPUT), find),
      );
    }
    case 'tests_after_last_edit':
      return await inCalls(candidate, 'after_last_edit', ({ kind, input }) =>
        kind === 'shell' && runsTests(input) ? 0 : -1,
      );
  }
}

const lies = (path: string, under: string): boolean =>
  path === under || (under.endsWith('/') && path.startsWith(under));

const linesIn = ({ hunks }: FileDiff): DiffLine[] => hunks.flatMap(({ lines }) => lines);

function changes(path: string, { id, diff }: CandidateMaterial): Found {
  const files = diff.filter((file) => lies(file.path, path) || (file.oldPath && lies(file.oldPath, path)));
  const lines = files.flatMap((file) =>
    linesIn(file)
      .filter(({ type }) => type !== 'context')
      .flatMap((line) => citeLine(id, file.path, line)),
  );
  return { found: files.length > 0, citations: lines.slice(0, 1) };
}

function adds(
  { pattern, path }: { pattern: string; path?: string | undefined },
  candidate: CandidateMaterial,
): Found {
  const find = compilePattern(pattern, { isRegex: true });
  const hits = candidate.diff
    .filter((file) => path === undefined || lies(file.path, path))
    .flatMap((file) =>
      linesIn(file)
        .filter(({ type, text }) => type === 'added' && find(text) >= 0)
        .map((line) => citeLine(candidate.id, file.path, line)),
    );
  return { found: hits.length > 0, citations: hits.flat() };
}

async function has(
  { pattern, path }: { pattern: string; path: string },
  candidate: CandidateMaterial,
): Promise<Found> {
  const bytes = (await candidate.tree?.read(path)) ?? null;
  if (bytes === null) return { found: false, citations: [] };
  if (bytes.length > MAX_FILE) return { beyond: `${path} is too large to be looked at` };
  const find = compilePattern(pattern, { isRegex: true });
  const lines = renderBytes(bytes).split('\n');
  const at = lines.findIndex((line) => find(line) >= 0);
  if (at < 0) return { found: false, citations: [] };
  const quote = quoteOf(lines[at] ?? '', find(lines[at] ?? ''));
  const place = {
    kind: 'file' as const,
    tree: candidate.id,
    path,
    lines: [at + 1, at + 1] as [number, number],
  };
  return { found: true, citations: quote === null ? [] : [{ ...place, quote }] };
}

async function shownLead(detector: string, id: string, ownLeads: OwnLeads): Promise<Found> {
  const { leads, shown } = await ownLeads();
  const own = leads.filter(
    (lead) => lead.detector === detector && lead.candidate === id && shown.has(lead.id),
  );
  return { found: own.length > 0, citations: own.flatMap(({ citations }) => citations) };
}

/** Offset of the first line that matches, or -1. */
function firstMatch(text: string, find: (line: string) => number): number {
  let start = 0;
  for (const line of text.split('\n')) {
    const at = find(line);
    if (at >= 0) return start + at;
    start += line.length + 1;
  }
  return -1;
}

type When = 'ever' | 'before_first_edit' | 'after_last_edit';

/** Follows the calls of one trajectory, with one notion of what an edit is. */
function watchCalls(when: When, isEdit: (event: TraceEvent) => boolean) {
  let edited = false;
  let hit: Citation[] | null = null;
  return {
    get edited() {
      return edited;
    },
    get hit() {
      return hit;
    },
    call: (event: TraceEvent, match: () => Citation[] | null): void => {
      if (isEdit(event)) {
        edited = true;
        if (when === 'after_last_edit') hit = null;
      }
      const inPlace = when === 'ever' || edited === (when === 'after_last_edit');
      // One command may edit and then test.
      if (inPlace) hit ??= match();
    },
  };
}

/**
 * Edits are calls that name a changed file. Where a trajectory has none of them, because scripts did the editing, every
 * command that is more than a look or a test run may be one.
 */
async function inCalls(
  { id, events, diff }: CandidateMaterial,
  when: When,
  matches: (event: TraceEvent) => number,
): Promise<Found> {
  if (events === null) return { missing: 'there is no trajectory' };
  const plain = watchCalls(when, editsOf(diff.map(({ path }) => path)));
  const wide = watchCalls(when, ({ kind, input }) => kind === 'edit' || (kind === 'shell' && mayEdit(input)));
  for await (const event of events.events()) {
    if (event.type !== 'call') continue;
    const at = matches(event);
    const match = () => (at < 0 ? null : citeEvent(id, event, 'input', at));
    plain.call(event, match);
    wide.call(event, match);
  }
  const { hit } = plain.edited ? plain : wide;
  return { found: hit !== null, citations: hit ?? [] };
}
