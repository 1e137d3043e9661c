/** Unpacks Zstandard, which Inspect packs its logs with and which node:zlib has only from Node 22 on. */
import { Decompress } from 'fzstd';
import { Fault } from '../src/fault.js';

/** Small pieces go in, so that not much can come out at once. */
const PIECE = 4096;
/** What packers use at their most; a larger window would only cost memory. */
const MAX_WINDOW = 128 * 1024 * 1024;

/**
 * @param limit bytes that may come out; more is a fault
 * @throws Fault input for data that is no Zstandard, or holds more than it may
 */
export async function* unzstd(chunks: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  let made: Buffer[] = [];
  let size = 0;
  const decoder = new Decompress((data) => {
    size += data.length;
    if (size > limit) throw new Fault('input', 'unpacks to more than it says');
    made.push(Buffer.from(data));
  });
  let first = true;
  for await (const chunk of chunks) {
    if (first && windowOf(chunk) > MAX_WINDOW) throw new Fault('input', 'needs too large a window');
    first = false;
    for (let at = 0; at < chunk.length; at += PIECE) {
      // What is pushed is kept, and the chunk will hold other bytes.
      decoder.push(Uint8Array.from(chunk.subarray(at, at + PIECE)));
      yield* made;
      made = [];
    }
  }
  decoder.push(new Uint8Array(0), true);
  yield* made;
}

/** Size of the window in a frame's head (RFC 8878, 3.1.1.1.2); 0 where the whole content is one segment. */
function windowOf(frame: Buffer): number {
  const flags = frame[4] ?? 0;
  const descriptor = frame[5] ?? 0;
  if (frame.length < 6 || (flags & 0x20) !== 0) return 0;
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}
