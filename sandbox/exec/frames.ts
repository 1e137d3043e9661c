/** Takes the engine's attach stream apart: frames of 8 header bytes (1 stdin/out/err, 3 zero, 4 length) and their payload. */

const HEADER = 8;

/**
 * Works on bytes, so neither a character nor a header that is split over chunks or frames is lost.
 * Payload is handed on as it comes; a frame cut off by the end of the stream keeps what arrived, and `torn` tells of it.
 */
export class Frames {
  private header = Buffer.alloc(0);
  private left = 0;
  private stream = 1;

  constructor(private readonly onPayload: (stream: 'stdout' | 'stderr', bytes: Buffer) => void) {}

  /** True between frames never; after the last chunk it says that the stream ended inside a frame. */
  get torn(): boolean {
    return this.left > 0 || this.header.length > 0;
  }

  push(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) {
      rest = this.left > 0 ? this.payload(rest) : this.head(rest);
    }
  }

  private payload(chunk: Buffer): Buffer {
    const part = chunk.subarray(0, this.left);
    this.left -= part.length;
    this.onPayload(this.stream === 2 ? 'stderr' : 'stdout', part);
    return chunk.subarray(part.length);
  }

  private head(chunk: Buffer): Buffer {
    const missing = HEADER - this.header.length;
    this.header = Buffer.concat([this.header, chunk.subarray(0, missing)]);
    if (this.header.length === HEADER) {
      this.stream = this.header[0]!;
      this.left = this.header.readUInt32BE(4);
      this.header = Buffer.alloc(0);
    }
    return chunk.subarray(missing);
  }
}
