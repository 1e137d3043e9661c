/** Ids of rollouts: as short as tells them apart, the same for the same files. */
import { head } from '../text/clip.js';
import type { Attempt } from './join.js';

const MAX_ID = 200;

/** One id for each attempt, in their order. */
export function rolloutIds(attempts: readonly Attempt[]): string[] {
  const runs = new Set(attempts.map(({ run }) => run));
  const perRun = new Map<string, number>();
  for (const { run } of attempts) perRun.set(run, (perRun.get(run) ?? 0) + 1);
  const used = new Set<string>();
  return attempts.map(({ run, name, claims }) => {
    const alone = perRun.get(run) === 1;
    const parts = [...(runs.size > 1 || alone ? [run] : []), ...(alone ? [] : [name ?? nameOf(claims)])];
    const id = head(parts.join('/').replace(/[\u0000-\u001f\u007f]/g, '') || 'attempt', MAX_ID - 8);
    let free = id;
    for (let times = 2; used.has(free); times++) free = `${id}#${times}`;
    used.add(free);
    return free;
  });
}

/** The path of the telling file, without what all names end in. */
function nameOf(claims: Attempt['claims']): string {
  const [file] = claims[0]?.files ?? [];
  if (file === undefined) return 'attempt';
  const path = file.path.replace(/\.(?:traj\.json|jsonl?|traj|md|txt|log|eval|diff|patch)$/, '');
  return file.place === '' ? path : `${path}:${file.place}`;
}
