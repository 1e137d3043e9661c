/** The GRS station: a pass earns its test reward times what its task's two rubrics say; a failure keeps its reward. */
import type { Member } from './member.js';

/** R = R_test · S_sol · S_beh for passes; null where a pass was not assessed on both rubrics. */
export function synthesizeRewards(members: readonly Member[]): Member[] | null {
  const refined: Member[] = [];
  for (const member of members) {
    const { s_sol, s_beh } = member.rollout;
    if (!member.passes) refined.push(member);
    else if (s_sol === null || s_beh === null) return null;
    // The scores are multiplied first, so swapping them cannot move a bit.
    else refined.push({ ...member, reward: member.reward * (s_sol * s_beh) });
  }
  return refined;
}
