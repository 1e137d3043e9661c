/** Flags the tokens of malformed turns in a group whose trainer did not flag any itself. */
import type { CandidateMaterial, GroupMaterial } from '../../src/material.js';
import type { Group, Rollout } from '../../src/records/group.js';
import { type FlaggedTurn, flagTurns } from '../../src/segments/flag.js';
import { spansOfTurns, turnSpans } from '../../src/segments/spans.js';
import type { RulesByHarness } from '../segment-rules.js';

export interface Flagged {
  /** The group with `flagged` in each rollout that rules could look at. */
  readonly group: Group;
  readonly warnings: readonly string[];
}

type Flags = Required<Pick<Rollout, 'flagged'>> & { readonly warning: string | null };

/** @param group as it is graded; the trajectories of `material` are read event by event */
export async function flagSegments(
  group: Group,
  material: GroupMaterial,
  rules: RulesByHarness,
): Promise<Flagged> {
  const warnings: string[] = [];
  const flagged = new Map<string, Rollout['flagged']>();
  for (const candidate of material.candidates) {
    const flags = await flagsOf(candidate, rules);
    if (flags === null) continue;
    flagged.set(candidate.id, flags.flagged);
    if (flags.warning !== null) warnings.push(`segments: ${candidate.id}: ${flags.warning}`);
  }
  const rollouts = group.rollouts.map((rollout) => {
    const own = flagged.get(rollout.id);
    return own === undefined ? rollout : { ...rollout, flagged: own };
  });
  return { group: { ...group, rollouts }, warnings };
}

/** null where the trainer flagged by itself, or there is nothing to look at. */
async function flagsOf({ rollout, events }: CandidateMaterial, rules: RulesByHarness): Promise<Flags | null> {
  const { trajectory, flagged } = rollout;
  if (flagged !== undefined || trajectory === undefined || events === null) return null;
  const own = rules.get(trajectory.format);
  if (own === undefined) return none(`there are no segment rules for ${trajectory.format}`);
  const turns = await flagTurns(events.events(), own);
  if (turns.length === 0) return none(null);
  const spans = turnSpans(rollout);
  if (spans === null)
    return none(`${told(turns)}, but without turn_tokens or turn_spans nobody knows their tokens`);
  if (spans.length !== events.turnCount)
    return none(
      `${told(turns)}, but ${spans.length} turns have tokens and the trajectory has ${events.turnCount}`,
    );
  const numbers = turns.map(({ turn }) => turn);
  const tokens = spansOfTurns(numbers, spans).map(([from, to]): [number, number] => [from, to]);
  return { flagged: tokens, warning: told(turns) };
}

const none = (warning: string | null): Flags => ({ flagged: [], warning });

const MAX_TOLD = 5;

function told(turns: readonly FlaggedTurn[]): string {
  const first = turns.slice(0, MAX_TOLD).map(({ turn, rule, event }) => `turn ${turn} ${rule} (${event})`);
  const more = turns.length > MAX_TOLD ? ` and ${turns.length - MAX_TOLD} more` : '';
  return `flagged ${first.join(', ')}${more}`;
}
