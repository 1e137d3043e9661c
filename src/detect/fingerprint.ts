/** A digest of what a patch does to code, blind to layout and comments: equal fingerprints are the same work. */
import type { FileDiff } from '../diff/model.js';
import type { TreeReader } from '../material.js';
import { joined } from './lines.js';
import type { Source } from './source.js';

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const sha256 = async (bytes: Uint8Array): Promise<string> =>
  hex(await globalThis.crypto.subtle.digest('SHA-256', Uint8Array.from(bytes)));
const encoder = new TextEncoder();

const codeOf = ({ lines }: Source): string => joined(lines.tokens, 1, lines.tokens.length);

export interface Fingerprint {
  add(diff: FileDiff, before: Source | null, after: Source | null, tree: TreeReader | null): Promise<void>;
  digest(): Promise<string>;
}

export function openFingerprint(): Fingerprint {
  const files: string[] = [];
  return {
    add: async (diff, before, after, tree) => {
      const old = before === null ? null : codeOf(before);
      const code = after === null ? null : codeOf(after);
      const sameMode = diff.oldMode === diff.newMode && diff.change === 'modified';
      if (sameMode && code !== null && code === old) return;
      // What is no code is compared byte by byte, for which its object id is enough.
      const content =
        code !== null ? await sha256(encoder.encode(code)) : `object ${(await tree?.id(diff.path)) ?? ''}`;
      files.push(JSON.stringify([diff.path, diff.oldPath ?? '', diff.change, diff.newMode, content]));
    },
    digest: () => sha256(encoder.encode(files.sort().join('\n'))),
  };
}
