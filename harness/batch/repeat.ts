/** Tells a second group under the key of an earlier one, and says why both cannot be in one run. */
import { createHash } from 'node:crypto';
import type { LoadedGroup } from '../../sandbox/load/group.js';
import { groupSlot } from '../../src/records/batch.js';
import { canonicalText } from '../../src/records/digest.js';
import type { Group } from '../../src/records/group.js';
import type { Source } from '../../src/records/result.js';

/** Of the record alone, whatever the order of its keys; not of the files that it names. */
export const recordDigest = (group: Group): string =>
  createHash('sha256').update(canonicalText(group), 'utf8').digest('hex');

export function repeatText({ group_id, attempt }: Group, earlier: Source): string {
  const at = earlier.line === null ? earlier.file : `${earlier.file}:${earlier.line}`;
  const way = 'group_id and attempt together must be unique in a run';
  return `group_id ${JSON.stringify(group_id)}, attempt ${attempt ?? null} stands at ${at} already, with other content; ${way}`;
}

/** For the groups of one input, in their order: what is wrong with the key of each, or null. The same group again is fine. */
export function repeatWatch(): (loaded: LoadedGroup) => string | null {
  const first = new Map<string, Source>();
  return ({ group, file, line }) => {
    const slot = groupSlot(group.group_id, group.attempt ?? null);
    const digest = recordDigest(group);
    const earlier = first.get(slot);
    if (earlier === undefined) first.set(slot, { file, line, digest });
    return earlier === undefined || earlier.digest === digest ? null : repeatText(group, earlier);
  };
}
