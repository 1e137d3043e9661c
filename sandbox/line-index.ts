/** Where the lines of a large text begin: some of them, never more than a few thousand, whatever the size of the text. */

const NEWLINE = 0x0a;
const MAX_MARKS = 4096;
const FIRST_STRIDE = 64 * 1024;

export interface Mark {
  /** 1-based number of the line that begins at the offset. */
  readonly line: number;
  readonly offset: number;
}

/** Counts lines and keeps a mark about every `stride` bytes; when there are too many, every second one is dropped. */
export class LineIndex {
  private marks: Mark[] = [{ line: 1, offset: 0 }];
  private stride = FIRST_STRIDE;
  private newlines = 0;
  private offset = 0;
  private endsWithNewline = true;

  add(chunk: Buffer): void {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
      this.newlines += 1;
      const start = this.offset + at + 1;
      const last = this.marks[this.marks.length - 1];
      if (last !== undefined && start - last.offset >= this.stride) this.mark(start);
    }
    if (chunk.length > 0) this.endsWithNewline = chunk[chunk.length - 1] === NEWLINE;
    this.offset += chunk.length;
  }

  private mark(offset: number): void {
    this.marks.push({ line: this.newlines + 1, offset });
    if (this.marks.length < MAX_MARKS) return;
    this.marks = this.marks.filter((_, i) => i % 2 === 0);
    this.stride *= 2;
  }

  /** As a viewer counts: a newline ends a line, and a text that ends without one has one line more. */
  get lineCount(): number {
    return this.newlines + (this.endsWithNewline ? 0 : 1);
  }

  /** The last mark at or before a line. */
  before(line: number): Mark {
    let low = 0;
    let high = this.marks.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.marks[middle]?.line ?? 1) <= line) low = middle;
      else high = middle - 1;
    }
    return this.marks[low] ?? { line: 1, offset: 0 };
  }
}
