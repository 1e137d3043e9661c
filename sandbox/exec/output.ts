/** Keeps the first and the last part of a byte stream, counts the rest, and notices what a full disk or a spent process limit says. */

const SIGNS = {
  no_space: /No space left on device|ENOSPC|Disk quota exceeded|File too large/,
  pids: /[Cc]annot fork|fork: retry|fork failed|can't start new thread|Resource temporarily unavailable|pthread_create|EAGAIN/,
};
/** A sign may be cut in two by a chunk border. */
const OVERLAP = 64;

export class Output {
  total = 0;
  noSpace = false;
  pidsLimit = false;
  private readonly head: Buffer[] = [];
  private headBytes = 0;
  private readonly tail: Buffer[] = [];
  private tailBytes = 0;
  private last = '';
  private readonly half: number;

  constructor(cap: number) {
    this.half = Math.ceil(cap / 2);
  }

  get truncated(): boolean {
    return this.total > this.headBytes + this.tailBytes;
  }

  push(chunk: Buffer): void {
    this.total += chunk.length;
    this.notice(chunk);
    const room = this.half - this.headBytes;
    if (room > 0) {
      this.head.push(Buffer.from(chunk.subarray(0, room)));
      this.headBytes += Math.min(room, chunk.length);
    }
    if (chunk.length > room) this.pushTail(chunk.subarray(Math.max(room, 0)));
  }

  /** What was kept; a line of ours stands where the middle was dropped. */
  bytes(): Buffer {
    const dropped = this.total - this.headBytes - this.tailBytes;
    const gap = dropped > 0 ? [Buffer.from(`\n[${dropped} bytes left out]\n`)] : [];
    return Buffer.concat([...this.head, ...gap, ...this.tail]);
  }

  private pushTail(chunk: Buffer): void {
    // Copies, so that a small rest does not keep a large chunk alive.
    const part = Buffer.from(chunk.subarray(Math.max(0, chunk.length - this.half)));
    this.tail.push(part);
    this.tailBytes += part.length;
    while (this.tailBytes > this.half) {
      const first = this.tail[0]!;
      const over = this.tailBytes - this.half;
      if (first.length <= over) this.tail.shift();
      else this.tail[0] = first.subarray(over);
      this.tailBytes -= Math.min(first.length, over);
    }
  }

  private notice(chunk: Buffer): void {
    // The signs are searched in what can be kept, not in a flood.
    if (this.total - chunk.length > 4 * this.half) return;
    const text = this.last + chunk.toString('latin1');
    this.noSpace ||= SIGNS.no_space.test(text);
    this.pidsLimit ||= SIGNS.pids.test(text);
    this.last = text.slice(-OVERLAP);
  }
}
