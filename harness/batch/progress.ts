/** How a batch shows that it lives: a bar with ETA and cost on a terminal, one plain line per group elsewhere. */
import { type BatchRecord, isFailure } from '../../src/records/batch.js';
import { clip } from '../../src/text/clip.js';
import { renderMessageLine, renderName } from '../../src/text/render.js';
import { TIERS } from '../../src/vocabulary.js';

export interface BatchProgress extends Disposable {
  /** One more group is to be graded. */
  found(): void;
  /** The input was read to its end, so the number of groups is known. */
  allFound(): void;
  ended(record: BatchRecord): void;
}

export interface ProgressOptions {
  readonly write: (text: string) => unknown;
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly now?: () => number;
}

const BAR = 24;
const REDRAW_MS = 1000;
const MAX_DETAIL = 200;

interface Tally {
  found: number;
  allFound: boolean;
  graded: number;
  fallbacks: number;
  failed: number;
  costUsd: number | null;
}

export const SILENT: BatchProgress = {
  found: () => {},
  allFound: () => {},
  ended: () => {},
  [Symbol.dispose]: () => {},
};

export function batchProgress(options: ProgressOptions): BatchProgress {
  const { write, isTerminal, columns, now = () => performance.now() } = options;
  const start = now();
  const tally: Tally = { found: 0, allFound: false, graded: 0, fallbacks: 0, failed: 0, costUsd: null };
  const draw = (): void => {
    if (isTerminal) write(`\r\u001b[K${barText(tally, (now() - start) / 1000).slice(0, columns - 1)}`);
  };
  const timer = isTerminal ? setInterval(draw, REDRAW_MS) : undefined;
  timer?.unref();
  return {
    found: () => {
      tally.found += 1;
    },
    allFound: () => {
      tally.allFound = true;
      draw();
    },
    ended: (record) => {
      count(tally, record);
      if (isTerminal) draw();
      else
        write(`${isUnread(record) ? '' : `${tally.graded} of ${totalText(tally)}: `}${recordLine(record)}\n`);
    },
    [Symbol.dispose]: () => {
      clearInterval(timer);
      if (isTerminal) write('\r\u001b[K');
    },
  };
}

/** What could not be read is no group that was found. */
const isUnread = (record: BatchRecord): boolean => isFailure(record) && record.stage === 'read';

function count(tally: Tally, record: BatchRecord): void {
  if (isFailure(record)) {
    tally.failed += 1;
    if (isUnread(record)) return;
  } else {
    if (record.status === 'fallback') tally.fallbacks += 1;
    if (record.usage.cost_usd !== null) tally.costUsd = (tally.costUsd ?? 0) + record.usage.cost_usd;
  }
  tally.graded += 1;
}

const totalText = ({ found, allFound }: Tally): string => `${found}${allFound ? '' : '+'}`;

/** The bar; it says nothing of the time left before a first group is done. */
export function barText(tally: Readonly<Tally>, seconds: number): string {
  const { found, graded, fallbacks, failed, costUsd } = tally;
  const filled = found === 0 ? 0 : Math.floor((graded / found) * BAR);
  const left = graded === 0 ? null : ((found - graded) * seconds) / graded;
  return [
    `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] ${graded}/${totalText(tally)}`,
    ...(left === null ? [] : [`ETA ${durationText(left)}`]),
    ...(costUsd === null ? [] : [`$${costUsd.toFixed(2)}`]),
    ...(fallbacks === 0 ? [] : [`${fallbacks} fallback`]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
  ].join('  ');
}

export function durationText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m${String(whole % 60).padStart(2, '0')}s`;
  return `${Math.floor(whole / 3600)}h${String(Math.floor((whole % 3600) / 60)).padStart(2, '0')}m`;
}

/** One group in one plain line; names and texts of others are shown, never obeyed. */
export function recordLine(record: BatchRecord): string {
  const name = record.group_id === null ? placeOf(record) : renderName(record.group_id);
  if (isFailure(record)) return `${name}: failed: ${renderName(record.error.replace(/\n */g, '; '))}`;
  const { status, fallback, rollouts, timing } = record;
  const tiers = TIERS.map((tier) => [tier, rollouts.filter((one) => one.tier === tier).length] as const)
    .filter(([, number]) => number > 0)
    .map(([tier, number]) => `${number} ${tier}`);
  const why = fallback === null ? tiers.join(', ') : whyText(fallback);
  const detail = why === '' ? '' : ` (${why})`;
  return `${name}: ${status}${detail} after ${timing.total_s.toFixed(1)} s`;
}

/** A run whose judge is missing has to say so while it runs. Cut before it is rendered: half an escape says something else. */
const whyText = ({ reason, detail }: { reason: string; detail: string }): string =>
  `${reason}: ${renderMessageLine(clip(detail.replace(/\n */g, '; '), MAX_DETAIL))}`;

const placeOf = ({ source }: BatchRecord): string =>
  source === undefined
    ? '?'
    : renderName(source.line === null ? source.file : `${source.file}:${source.line}`);
