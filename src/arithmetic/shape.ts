/** The whole reward line as one pure function: masks, integrity, GRS, length, advantages, redistribution, tokens. */
import type { Stations } from '../records/result.js';
import type { MultiplierSpan } from '../records/rollout-result.js';
import type { ShapeRollout } from '../records/shape.js';
import type { SegmentPenalty, ShapeConfig } from '../records/shape-config.js';
import type { FallbackReason, Route, ShapeStatus, ShapeWarning } from '../vocabulary.js';
import { advantageStep } from './advantages.js';
import { synthesizeRewards } from './grs.js';
import { correctRewards } from './integrity.js';
import { type LengthStation, penalizeLength } from './length.js';
import { type Member, rewardsOf } from './member.js';
import { centre } from './redistribute.js';
import { segmentMultipliers } from './segment.js';

type ById<T> = Readonly<Record<string, T>>;

/** Objects are keyed by rollout id: stations list the valid rollouts, the answers list all of them. */
export interface Shaped {
  readonly status: ShapeStatus;
  /** Of the rewards that enter the advantages; null where nothing is valid. */
  readonly mean: number | null;
  /** The valid rollouts' advantages are not all the same number. */
  readonly has_signal: boolean;
  readonly fallback: { readonly reason: FallbackReason } | null;
  readonly warnings: readonly ShapeWarning[];
  readonly stations: Stations;
  /** null for a masked rollout. */
  readonly advantages: ById<number | null>;
  /** advantage + mean (masked: the mean); null where the advantages do not sum to zero. */
  readonly reward_equivalent: ById<number> | null;
  /** null where the station is off; a masked rollout without a token count has no spans. */
  readonly token_multipliers: ById<MultiplierSpan[]> | null;
}

interface TokenStation {
  readonly spans: ReadonlyMap<string, MultiplierSpan[]> | null;
  readonly warnings: readonly ShapeWarning[];
}

/** Pure, and independent of the order of the rollouts down to the last bit. */
export function shape(route: Route, rollouts: readonly ShapeRollout[], config: ShapeConfig): Shaped {
  const valid = rollouts.filter((rollout) => rollout.valid);
  if (valid.length === 0) return nothingValid(rollouts, config);
  const effective = correctRewards(valid, config.integrity_value);
  const grs = route === 'grs' ? synthesizeRewards(effective.members) : null;
  const length = lengthStation(grs ?? effective.members, config);
  const { members } = length;
  const outcome = centre(rewardsOf(members));
  const step = advantageStep(members, outcome, route, config);
  const advantages = new Map(members.map(({ rollout }, index) => [rollout.id, step.advantages[index]!]));
  const tokens = tokenStation(members, advantages, config.segment_penalty);
  const unassessed = route === 'grs' && grs === null;
  return {
    status: step.status,
    mean: outcome.mean,
    has_signal: Math.max(...advantages.values()) !== Math.min(...advantages.values()),
    fallback: unassessed ? { reason: 'incomplete_verdict' } : step.fallback,
    warnings: [
      ...(valid.length === 1 ? (['group_too_small'] as const) : []),
      ...effective.warnings,
      ...length.warnings,
      ...step.warnings,
      ...tokens.warnings,
    ],
    stations: {
      effective: rewardsById(effective.members),
      grs: grs && rewardsById(grs),
      length:
        length.reference === null ? null : { reference: length.reference, rewards: rewardsById(members) },
      outcome: byId(members, (_, index) => outcome.advantages[index]!),
      lambda: step.lambda,
      lambda_applied: step.lambda_applied,
      capped: step.capped,
    },
    advantages: everyId(rollouts, ({ id }) => advantages.get(id) ?? null),
    reward_equivalent:
      step.status === 'downweight_only'
        ? null
        : everyId(rollouts, ({ id }) => (advantages.get(id) ?? 0) + outcome.mean),
    token_multipliers:
      tokens.spans && everyId(rollouts, (rollout) => tokens.spans?.get(rollout.id) ?? maskedSpans(rollout)),
  };
}

function lengthStation(members: readonly Member[], { length_penalty }: ShapeConfig): LengthStation {
  if (length_penalty === null) return { reference: null, members, warnings: [] };
  return penalizeLength(members, length_penalty);
}

function tokenStation(
  members: readonly Member[],
  advantages: ReadonlyMap<string, number>,
  penalty: SegmentPenalty | null,
): TokenStation {
  if (penalty === null) return { spans: null, warnings: [] };
  const trajectories = members.flatMap(({ rollout: { id, tokens, flagged } }) =>
    tokens === null ? [] : { advantage: advantages.get(id)!, tokens, flagged },
  );
  if (trajectories.length < members.length) return { spans: null, warnings: ['tokens_missing'] };
  const spans = segmentMultipliers(trajectories, penalty);
  return { spans: new Map(members.map(({ rollout }, index) => [rollout.id, spans[index]!])), warnings: [] };
}

const maskedSpans = ({ tokens }: ShapeRollout): MultiplierSpan[] => (tokens === null ? [] : [[0, tokens, 0]]);

function nothingValid(rollouts: readonly ShapeRollout[], config: ShapeConfig): Shaped {
  return {
    status: 'no_valid_rollouts',
    mean: null,
    has_signal: false,
    fallback: null,
    warnings: [],
    stations: {
      effective: {},
      grs: null,
      length: null,
      outcome: {},
      lambda: null,
      lambda_applied: null,
      capped: false,
    },
    advantages: everyId(rollouts, () => null),
    reward_equivalent: null,
    token_multipliers: config.segment_penalty && everyId(rollouts, maskedSpans),
  };
}

const everyId = <T>(
  rollouts: readonly ShapeRollout[],
  value: (rollout: ShapeRollout) => T,
): Record<string, T> => Object.fromEntries(rollouts.map((rollout) => [rollout.id, value(rollout)]));

const byId = <T>(
  members: readonly Member[],
  value: (member: Member, index: number) => T,
): Record<string, T> =>
  Object.fromEntries(members.map((member, index) => [member.rollout.id, value(member, index)]));

const rewardsById = (members: readonly Member[]): Record<string, number> =>
  byId(members, ({ reward }) => reward);
