/** Appends to one small buffer, and to a temporary file where that is not enough; so an index never grows in memory. What was written can still be changed. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type ByteSource, fileBytes, memoryBytes } from '../bytes.js';
import type { OwnedFolder } from '../owned.js';

const BUFFER = 256 * 1024;

/** Writes are synchronous: a quarter of a megabyte now and then, between records that are parsed synchronously anyway. */
export class SpillWriter implements Disposable {
  private readonly buffer = Buffer.allocUnsafe(BUFFER);
  /** Its descriptor, or -1 before there is one: a number from the start keeps compiled code valid. */
  private file = -1;
  private used = 0;
  private written = 0;

  /** @param folder holds the file, if there will be one */
  constructor(
    private readonly folder: OwnedFolder,
    private readonly name: string,
  ) {}

  /** Offset at which the next bytes will stand. */
  get end(): number {
    return this.written + this.used;
  }

  /** Appends a text and returns its size in bytes. */
  appendText(text: string): number {
    const most = text.length * 3;
    if (most > BUFFER) return this.append(Buffer.from(text));
    if (this.used + most > BUFFER) this.flush();
    const size = this.buffer.write(text, this.used);
    this.used += size;
    return size;
  }

  append(bytes: Buffer): number {
    if (this.used + bytes.length > BUFFER) this.flush();
    if (bytes.length > BUFFER) this.written += this.writeOut(bytes, this.written);
    else {
      this.buffer.set(bytes, this.used);
      this.used += bytes.length;
    }
    return bytes.length;
  }

  /** Writes over bytes that were appended before. */
  change(at: number, bytes: Buffer): void {
    if (at >= this.written) this.buffer.set(bytes, at - this.written);
    else this.writeOut(bytes, at);
  }

  /** All that was written, readable as long as the folder is there. */
  async finish(): Promise<ByteSource> {
    if (this.file < 0) return memoryBytes(Buffer.from(this.buffer.subarray(0, this.used)), this.name);
    this.flush();
    return await fileBytes(join(this.folder.path, this.name), this.name);
  }

  private flush(): void {
    this.written += this.writeOut(this.buffer.subarray(0, this.used), this.written);
    this.used = 0;
  }

  private writeOut(bytes: Buffer, at: number): number {
    if (this.file < 0) this.file = openSync(join(this.folder.path, this.name), 'wx', 0o600);
    let done = 0;
    while (done < bytes.length) done += writeSync(this.file, bytes, done, bytes.length - done, at + done);
    return done;
  }

  [Symbol.dispose](): void {
    if (this.file >= 0) closeSync(this.file);
  }
}
