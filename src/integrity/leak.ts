/** Key one for leaks: access, content, and order or use, each shown by the recorded trajectory itself. */
import { type Access, type AccessFacts, type AccessReader, accessFacts } from '../detect/access/access.js';
import { firstShown, isEnough, outsideBase } from '../detect/access/evidence.js';
import { hiddenTestsReader } from '../detect/access/hidden-tests.js';
import { historyReader } from '../detect/access/history.js';
import { installedReader } from '../detect/access/installed.js';
import { networkReader } from '../detect/access/network.js';
import { type Origin, telltalesOf, watchOrigins } from '../detect/access/origin.js';
import { registryReader } from '../detect/access/registry.js';
import { residueReader } from '../detect/access/residue.js';
import type { TraceEvent } from '../events/event.js';
import type { CandidateMaterial, GroupMaterial } from '../material.js';
import type { Citation } from '../records/citation.js';
import type { LEAK_KINDS } from '../vocabulary.js';

export type LeakKind = (typeof LEAK_KINDS)[number];

/** Who can reach what a kind names. */
const READERS: Readonly<Record<LeakKind, readonly ((facts: AccessFacts) => AccessReader)[]>> = {
  leaked_history: [historyReader],
  leaked_artifact: [registryReader, installedReader, residueReader],
  external_fix: [networkReader, registryReader],
  evaluation_leak: [hiddenTestsReader],
};

/** What a trajectory shows, read once for a candidate and a kind. */
interface Trace {
  /** Events that reached something, with what they reached. */
  readonly accesses: ReadonlyMap<string, Access>;
  readonly origins: ReadonlyMap<string, Origin>;
  /** Number of the last event that wrote a file of the patch; 0 where none is known. */
  readonly lastEdit: number;
}

export interface LeakKey {
  /** Why the citations show no leak of the kind, or null where they do. */
  whyNot(kind: LeakKind, candidate: string, citations: readonly Citation[]): Promise<string | null>;
}

export function leakKey(material: GroupMaterial): LeakKey {
  const traces = new Map<string, Promise<Trace>>();
  const facts = accessFacts(material);
  const traceOf = (kind: LeakKind, candidate: CandidateMaterial): Promise<Trace> => {
    const name = `${kind} ${candidate.id}`;
    const trace = traces.get(name) ?? facts.then((known) => readTrace(kind, candidate, material, known));
    traces.set(name, trace);
    return trace;
  };
  return {
    whyNot: async (kind, id, citations) => {
      const candidate = material.candidates.find((one) => one.id === id);
      if (candidate?.events == null) return 'there is no trajectory to show it';
      const cited = new Set(
        citations.flatMap((one) => (one.kind === 'event' && one.candidate === id ? [one.event] : [])),
      );
      const trace = await traceOf(kind, candidate);
      const reached = new Set([...cited].filter((event) => reaches(trace.accesses.get(event))));
      if (reached.size === 0) return 'no cited event reached what the kind names';
      const shown = firstShown(trace.origins, reached);
      if (!isEnough(shown)) return 'no cited event was the first to show text of the solution';
      const lines = await outsideBase(material.base, shown);
      if (!isEnough(lines)) return 'the base has the same text';
      return isUsed(lines) || isBefore(lines, trace)
        ? null
        : 'the text came after the last edit and is not in the patch';
    },
  };
}

const reaches = (access: Access | undefined): boolean => access !== undefined && access.reach !== 'nothing';

/** The patch has the text. */
const isUsed = (lines: readonly Origin[]): boolean =>
  isEnough(lines.filter(({ sides }) => sides.has('patch')));

/** The answer was seen while there was something left to write. */
const isBefore = (lines: readonly Origin[], { lastEdit }: Trace): boolean =>
  isEnough(
    lines.filter(
      ({ event, sides }) => numberOf(event) < lastEdit && (sides.has('reference') || sides.has('tests')),
    ),
  );

const numberOf = (event: string): number => Number(event.slice(1));

async function readTrace(
  kind: LeakKind,
  { events, diff }: CandidateMaterial,
  material: GroupMaterial,
  facts: AccessFacts,
): Promise<Trace> {
  const readers = READERS[kind].map((open) => open(facts));
  const origins = watchOrigins(await telltalesOf(material, diff));
  const accesses = new Map<string, Access>();
  const paths = diff.map(({ path }) => path);
  let lastEdit = 0;
  for await (const event of events?.events() ?? []) {
    origins.event(event);
    for (const read of readers) {
      const best = read(event).toSorted((a, b) => rank(b) - rank(a))[0];
      const known = accesses.get(event.id);
      if (best !== undefined && (known === undefined || rank(best) > rank(known)))
        accesses.set(event.id, best);
    }
    if (writes(event, paths)) lastEdit = numberOf(event.id);
  }
  return { accesses, origins: origins.origins(), lastEdit };
}

const rank = ({ reach }: Access): number => ['nothing', 'unclear', 'forbidden'].indexOf(reach);

const writes = ({ type, kind, files }: TraceEvent, paths: readonly string[]): boolean =>
  type === 'call' &&
  (kind === 'edit' || kind === 'shell') &&
  files.some((file) => paths.some((path) => file === path || file.endsWith(`/${path}`)));
