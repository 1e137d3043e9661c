/** Computes `input_digest`: hashes every Ref's decompressed bytes, then the canonical text of the group. */
import { createHash } from 'node:crypto';
import { digestText } from '../../src/records/digest.js';
import type { Ref } from '../../src/records/ref.js';
import { refsOf } from '../../src/records/refs.js';
import { isTooLarge } from './content.js';
import type { LoadedGroup } from './group.js';
import { resolveRef } from './ref.js';

/**
 * Hex sha256 that names what is graded: the same for inline or filed texts, compressed or not, wherever they lie.
 * @param tree id of the base commit's tree object; null where the repository could not be had
 * What is too large to be read of a candidate is no part of what is graded, and hashed as nothing.
 * @throws Fault input where a Ref cannot be read
 */
export async function inputDigest(
  { group, folder }: Pick<LoadedGroup, 'group' | 'folder'>,
  tree: string | null,
): Promise<string> {
  const hashes = new Map<string, string>();
  for (const { field, ref } of refsOf(group)) hashes.set(field, await hashOf(ref, folder, field));
  const text = digestText(group, { tree, sha256: (_, field) => hashes.get(field)! });
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

async function hashOf(ref: Ref, folder: string, field: string): Promise<string> {
  try {
    return await (await resolveRef(ref, folder, { field })).sha256();
  } catch (error) {
    if (!isTooLarge(error) || !field.startsWith('rollouts[')) throw error;
    return createHash('sha256').digest('hex');
  }
}
