/** Runs `gagar redteam attacks` and `gagar redteam honest`: any judge of `gagar grade` under attack. */
import { z } from 'zod';
import { Fault } from '../../src/fault.js';
import { BODIES } from '../../src/redteam/attack/bodies.js';
import { CARRIERS } from '../../src/redteam/attack/carriers.js';
import { plural } from '../../src/text/plural.js';
import type { Judge } from '../grade/judge.js';
import { attackJudge } from '../redteam/attacks.js';
import { attacksText } from '../redteam/attacks-table.js';
import { gradeHonest, type HonestScore } from '../redteam/honest.js';
import { chooseJudge } from './choose-judge.js';
import { listenForInterrupt } from './lifetime.js';
import { fromCommandLine, readConfig } from './options.js';

export interface RedteamJudgeCommand {
  readonly config?: string;
  readonly seed: string;
  readonly json?: boolean;
  readonly carrier?: readonly string[];
  readonly body?: readonly string[];
  readonly limit?: string;
  readonly passes?: string;
  readonly places?: boolean;
  /** The options of GradeConfig, as commander reads them. */
  readonly [option: string]: unknown;
}

const Count = z.coerce.number().int().min(1).max(100_000);

/** @throws Fault usage for an option that cannot be used. */
export async function runRedteamAttacks(options: RedteamJudgeCommand): Promise<void> {
  checkNames('--carrier', options.carrier, CARRIERS);
  checkNames('--body', options.body, BODIES);
  const limit = options.limit === undefined ? undefined : countOf('--limit', options.limit);
  const judge = await judgeOf(options);
  using interrupt = listenForInterrupt();
  const outcomes = await attackJudge({
    seed: options.seed,
    judge,
    carriers: options.carrier,
    bodies: options.body,
    limit,
    signal: interrupt.signal,
    onOutcome: (outcome) => {
      if (options.json) process.stdout.write(`${JSON.stringify(outcome)}\n`);
    },
  });
  if (!options.json) process.stdout.write(`judge: ${judge.kind}\n\n${attacksText(outcomes)}`);
}

/** @throws Fault usage for an option that cannot be used. */
export async function runRedteamHonest(options: RedteamJudgeCommand): Promise<void> {
  const passes = countOf('--passes', options.passes ?? '');
  const judge = await judgeOf(options);
  using interrupt = listenForInterrupt();
  const score = await gradeHonest({ seed: options.seed, passes, judge, signal: interrupt.signal });
  process.stdout.write(
    options.json ? `${JSON.stringify(score)}\n` : honestText(judge, score, options.places === true),
  );
}

const judgeOf = (options: RedteamJudgeCommand): Promise<Judge> =>
  chooseJudge({ config: { ...readConfig(options.config), ...fromCommandLine(options) }, purpose: 'audit' });

function countOf(option: string, given: string): number {
  const count = Count.safeParse(given);
  if (count.success) return count.data;
  throw new Fault('usage', `${option}: ${given} is no whole number from 1 to 100000`);
}

function checkNames(
  option: string,
  given: readonly string[] | undefined,
  known: readonly { id: string }[],
): void {
  const unknown = given?.find((name) => !known.some(({ id }) => id === name));
  if (unknown === undefined) return;
  const names = known.map(({ id }) => id).join(', ');
  throw new Fault('usage', `${option}: there is no ${JSON.stringify(unknown)}; there are ${names}`);
}

function honestText({ kind }: Judge, score: HonestScore, places: boolean): string {
  const { groups, passes, zeroed, masked, confirmed, suspected, reported, fallbacks } = score;
  return [
    `judge: ${kind}`,
    `honest passes     ${passes} in ${plural(groups, 'group')}`,
    `zeroed            ${zeroed}`,
    `masked            ${masked}`,
    `confirmed         ${confirmed}`,
    `suspected         ${suspected} (no reward changes)`,
    `tampering         ${reported} reported by code (no score changes)`,
    `fallbacks         ${plural(fallbacks, 'group')}`,
    ...(places ? score.places : []),
    '',
  ].join('\n');
}
