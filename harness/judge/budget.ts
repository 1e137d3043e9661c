/** What one group may cost: turns, tokens, dollars and seconds; a quarter of each is kept for scoring. */
import type { Limits } from '../providers/port.js';
import type { Turn } from '../providers/turn.js';
import type { Phase } from '../recording.js';

export interface BudgetLimits {
  readonly turns: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** null: no limit; also without effect where the price of the model is not known. */
  readonly usd: number | null;
  readonly seconds: number;
}

export const DEFAULT_BUDGET: BudgetLimits = {
  turns: 80,
  input_tokens: 8_000_000,
  output_tokens: 300_000,
  usd: null,
  seconds: 1800,
};

/** What a phase may use of everything; behind an assessment nothing is to come. */
const SHARE: Record<Phase, number> = { investigate: 0.75, score: 1, assess: 1 };

export interface Budget {
  /** Which part is used up for this phase, or null. */
  spent(phase: Phase): keyof BudgetLimits | null;
  /** The part of which least is left for this phase, from 1 to 0; time is left out, so that the answer can be repeated. */
  left(phase: Phase): { readonly name: keyof BudgetLimits; readonly share: number };
  spend(turn: Pick<Turn, 'usage' | 'cost_usd'>): void;
  /** Deadline and signal for one request or tool call of the phase. */
  limits(phase: Phase): Required<Limits>;
}

export interface Clock {
  /** Milliseconds since the epoch at which the group must be done, or null. */
  readonly deadline: number | null;
  readonly signal: AbortSignal;
}

/** Starts the clock. */
export function openBudget(limits: BudgetLimits, { deadline, signal }: Clock): Budget {
  const start = Date.now();
  const end = Math.min(deadline ?? Number.POSITIVE_INFINITY, start + limits.seconds * 1000);
  const ends: Record<Phase, number> = {
    investigate: start + SHARE.investigate * (end - start),
    score: end,
    assess: end,
  };
  const signals: Record<Phase, AbortSignal> = {
    investigate: until(ends.investigate, signal),
    score: until(ends.score, signal),
    assess: until(ends.assess, signal),
  };
  const used = { turns: 0, input_tokens: 0, output_tokens: 0, usd: 0 };
  const shares = (phase: Phase): [keyof BudgetLimits, number][] =>
    (['turns', 'input_tokens', 'output_tokens', 'usd'] as const).flatMap((name) => {
      const limit = limits[name];
      return limit === null ? [] : [[name, 1 - used[name] / (limit * SHARE[phase])]];
    });
  return {
    spent: (phase) => {
      if (Date.now() >= ends[phase]) return 'seconds';
      return shares(phase).find(([, share]) => share <= 1e-9)?.[0] ?? null;
    },
    left: (phase) => {
      const [name, share] = shares(phase).reduce((least, one) => (one[1] < least[1] ? one : least));
      return { name, share };
    },
    spend: ({ usage, cost_usd }) => {
      used.turns += 1;
      used.input_tokens += usage.input_tokens;
      used.output_tokens += usage.output_tokens;
      used.usd += cost_usd ?? 0;
    },
    limits: (phase) => ({ deadline: ends[phase], signal: signals[phase] }),
  };
}

/** Timers hold at most 2^31 ms. */
const until = (end: number, signal: AbortSignal): AbortSignal =>
  AbortSignal.any([
    signal,
    AbortSignal.timeout(Math.ceil(Math.max(0, Math.min(end - Date.now(), 2 ** 31 - 1)))),
  ]);
