/** A range of a byte source as a byte source of its own: one trial of a file, one member of an archive. */
import type { ByteSource } from './bytes.js';

/** Reads through to the whole, which must outlive it and is not disposed with it. */
export function sliceBytes(whole: ByteSource, start: number, length: number, name: string): ByteSource {
  const size = Math.max(0, Math.min(length, whole.size - start));
  return {
    name,
    size,
    read: (from, wanted) => whole.read(start + from, Math.max(0, Math.min(wanted, size - from))),
    async *chunks(from = 0) {
      let left = size - from;
      if (left <= 0) return;
      for await (const chunk of whole.chunks(start + from)) {
        yield chunk.length > left ? chunk.subarray(0, left) : chunk;
        left -= chunk.length;
        if (left <= 0) return;
      }
    },
    [Symbol.asyncDispose]: async () => {},
  };
}
