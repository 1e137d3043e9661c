/** Finds the lines whose rendering holds a literal, chunk by chunk: neither the text nor a long line is ever held. */
import { renderBytes, renderCut, renderText } from '../src/text/render.js';

const CARRIAGE_RETURN = 0x0d;
const CRLF = `${renderText('\r')}\n`;

export class LineSearch {
  /** Line numbers found so far, ascending. */
  readonly found: number[] = [];
  private line = 1;
  /** Bytes that can only be rendered with what follows: half a character, or a CR that may end its line. */
  private rest = Buffer.alloc(0);
  /** The end of the current line's rendering, in which a match can begin. */
  private tail = '';

  constructor(
    private readonly literal: string,
    private readonly limit: number,
  ) {}

  get done(): boolean {
    return this.found.length >= this.limit;
  }

  add(chunk: Buffer): void {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const cut = renderCut(bytes, bytes.length);
    const end = bytes[cut - 1] === CARRIAGE_RETURN ? cut - 1 : cut;
    this.rest = Buffer.from(bytes.subarray(end));
    this.scan(renderBytes(bytes.subarray(0, end)).replaceAll(CRLF, '\n'));
  }

  end(): void {
    const { rest } = this;
    this.scan(renderBytes(rest.at(-1) === CARRIAGE_RETURN ? rest.subarray(0, -1) : rest));
  }

  private scan(rendered: string): void {
    const text = this.tail + rendered;
    let counted = 0;
    for (let at = text.indexOf(this.literal); at >= 0 && !this.done; ) {
      this.line += newlines(text, counted, at);
      counted = at;
      if (this.found.at(-1) !== this.line) this.found.push(this.line);
      const next = text.indexOf('\n', at);
      at = next < 0 ? -1 : text.indexOf(this.literal, next);
    }
    this.line += newlines(text, counted, text.length);
    const open = text.lastIndexOf('\n') + 1;
    this.tail = text.slice(Math.max(open, text.length - this.literal.length + 1));
  }
}

function newlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
