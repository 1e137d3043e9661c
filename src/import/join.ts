/** Puts claims together: what several files say of one attempt, joined by task, by names, and by how near they lie. */
import { baseName } from '../paths.js';
import { MAX_ROLLOUTS } from '../records/group.js';
import { head } from '../text/clip.js';
import { wellFormed } from '../text/well-formed.js';
import { type Claim, folderOfClaim, type Part, pathOf } from './claim.js';
import { type Kinship, kinshipOf } from './kin.js';

/** What is known of one attempt at one task; its claims stand in the order in which they are believed. */
export interface Attempt {
  /** The label of its run. */
  readonly run: string;
  readonly instance: string | null;
  readonly name: string | null;
  readonly claims: readonly Claim[];
  /** Verdicts of second hand on what has one already: they are compared with it, and bring nothing. */
  readonly reports: readonly Claim[];
  readonly warnings: readonly string[];
}

interface Open {
  readonly claims: Claim[];
  readonly reports: Claim[];
  readonly warnings: string[];
}

/** As long as a group_id can be. */
const MAX_NAME = 200;

/** @param claims all claims of one run */
export function joinClaims(run: string, claims: readonly Claim[], instance?: string): readonly Attempt[] {
  const byTask = new Map<string | null, Claim[]>();
  for (const claim of claims) {
    const task = head(wellFormed(claim.instance?.trim() ?? ''), MAX_NAME) || null;
    const list = byTask.get(task) ?? [];
    byTask.set(task, list);
    list.push(claim);
  }
  // What names no task is about the only one that the run has, or about the one that was asked for.
  const nameless = byTask.get(null) ?? [];
  const named = [...byTask.keys()].filter((name) => name !== null);
  const only = instance ?? (named.length === 1 ? named[0] : undefined);
  if (nameless.length > 0 && only !== undefined) {
    byTask.delete(null);
    byTask.set(only, [...(byTask.get(only) ?? []), ...nameless]);
  }
  return [...byTask]
    .filter(([name]) => instance === undefined || name === instance)
    .flatMap(([name, list]) => attemptsOf(run, name, list));
}

/** Far more than a group takes: it is refused all the same, and each claim is compared with all attempts. */
const MAX_ATTEMPTS = 2 * MAX_ROLLOUTS;

function attemptsOf(run: string, instance: string | null, claims: readonly Claim[]): Attempt[] {
  const open: Open[] = [];
  const kinship = kinshipOf(claims);
  for (const claim of [...claims].sort((a, b) => a.rank - b.rank)) {
    if (open.length > MAX_ATTEMPTS) break;
    const subject = subjectOf(claim, open);
    const found = subject ?? homeOf(claim, open, kinship);
    if (subject?.claims.some((other) => !fits(other, claim))) subject.reports.push(claim);
    else if (found === 'several')
      open.push({
        claims: [claim],
        reports: [],
        warnings: [
          `${pathOf(claim)} may belong to several attempts of this run; call all files of an attempt alike (a.diff, a.json), or give each attempt a folder`,
        ],
      });
    else if (found !== null) found.claims.push(claim);
    else if (makesAttempt(claim, open)) open.push({ claims: [claim], reports: [], warnings: [] });
  }
  return open.map((one) => ({ run, instance, name: nameOf(one.claims), ...one }));
}

/** A table of verdicts speaks of attempts; it makes none where there are others, and its rows make none at all. */
const makesAttempt = ({ rank, called }: Claim, open: readonly Open[]): boolean =>
  rank < 3 || (open.length === 0 && called === undefined);

const nameOf = (claims: readonly Claim[]): string | null =>
  claims.map(({ attempt }) => attempt).find((name) => name !== null) ?? null;

type Compare = (a: Claim, b: Claim) => Kinship;

/** The attempt that a report over a run speaks of, by its name or by where it lies; null where that may be several. */
function subjectOf(claim: Claim, open: readonly Open[]): Open | null {
  if (claim.rank < 3 || claim.called !== undefined) return null;
  const near = open
    .filter(({ claims }) => claims.every((other) => agree(other.attempt, claim.attempt)))
    .map((one) => ({ one, near: namedBy(pathOf(claim), nameOf(one.claims)) || nearness(one.claims, claim) }));
  const best = Math.max(...near.map((each) => each.near));
  const [first, second] = near.filter((each) => each.near === best);
  return first !== undefined && second === undefined ? first.one : null;
}

/** Reports of SWE-bench are called `MODEL.RUN.json`, and what they are about RUN/MODEL; of names that begin alike the longest counts. */
function namedBy(path: string, attempt: string | null): number {
  const start = attempt === null ? null : `${attempt.split('/').reverse().join('.')}.`;
  return start !== null && baseName(path).startsWith(start) ? SAME_NAME + start.length : 0;
}

/** The attempt that lacks what the claim brings, agrees with its name, and lies nearest. */
function homeOf(claim: Claim, open: readonly Open[], compare: Compare): Open | 'several' | null {
  const lacking = open
    .filter(({ claims }) => claims.every((other) => fits(other, claim)))
    .map((one) => ({ one, kinships: one.claims.map((other) => compare(other, claim)) }));
  const fitting = lacking
    .filter(({ kinships }) => !kinships.some((kinship) => kinship === 'other' || kinship === 'unsure'))
    // A row is about what is called like it, and about nothing else.
    .filter(({ kinships }) => claim.rank < 3 || claim.called === undefined || kinships.includes('same'))
    .map(({ one, kinships }) => ({
      one,
      near: nearness(one.claims, claim) + (kinships.includes('same') ? SAME_NAME : 0),
    }));
  const best = Math.max(...fitting.map(({ near }) => near));
  const [first, second] = fitting.filter(({ near }) => near === best);
  if (second === undefined && first !== undefined) return first.one;
  if (claim.rank === 3) return null;
  const isUnsure = lacking.some(({ kinships }) => kinships.includes('unsure'));
  return second !== undefined || isUnsure ? 'several' : null;
}

/** Patches of different rank are one patch on its way; anything else is there once. */
function fits(other: Claim, claim: Claim): boolean {
  const clashes = (part: Part): boolean =>
    other.parts.includes(part) && (part !== 'patch' || other.rank === claim.rank);
  return !claim.parts.some(clashes) && agree(other.attempt, claim.attempt);
}

function agree(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return true;
  const [one, two] = [a.toLowerCase(), b.toLowerCase()];
  return one.includes(two) || two.includes(one);
}

/** More than all folders together: one part of both names is the same. */
const SAME_NAME = 1000;

/** Folders that their paths have in common, wherever they stand: `logs/c01/…` is near to `trajectories/c01/…`. */
function nearness(claims: readonly Claim[], claim: Claim): number {
  const own = foldersOf(claim);
  const words = claim.attempt?.split('/') ?? [];
  return Math.max(
    ...claims.map((other) => {
      const same = other.attempt?.split('/').some((word) => words.includes(word)) ?? false;
      return foldersOf(other).filter((folder) => own.includes(folder)).length + (same ? SAME_NAME : 0);
    }),
  );
}

const foldersOf = (claim: Claim): string[] => folderOfClaim(claim).split('/').filter(Boolean);
