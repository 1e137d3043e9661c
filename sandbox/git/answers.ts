/** Cuts the output of `git cat-file --batch-command` into answers; holds no more than the one it is reading. */

export interface Header {
  readonly oid: string;
  /** null: there is no such object. */
  readonly size: number | null;
}

export interface AnswerReader {
  /** Takes the next bytes. Throws where they are not what git prints. */
  push(chunk: Uint8Array): void;
}

/** Header lines are short; anything longer is not one. */
const MAX_HEADER = 256;

/** `wantsContents` says whether the answer that begins now carries the object itself; `done` gets each whole answer. */
export function answerReader(
  wantsContents: () => boolean,
  done: (header: Header, contents: Uint8Array) => void,
): AnswerReader {
  let line: Buffer = Buffer.alloc(0);
  let open: { header: Header; contents: Buffer; filled: number } | null = null;

  const readHeader = (chunk: Buffer): Buffer => {
    const end = chunk.indexOf(10);
    line = Buffer.concat([line, end < 0 ? chunk : chunk.subarray(0, end)]);
    if (line.length > MAX_HEADER) throw new Error('a header line has no end');
    if (end < 0) return Buffer.alloc(0);
    const header = parseHeader(line.toString('latin1'));
    line = Buffer.alloc(0);
    if (header.size === null || !wantsContents()) done(header, Buffer.alloc(0));
    // The newline behind the contents is read with them.
    else open = { header, contents: Buffer.allocUnsafe(header.size + 1), filled: 0 };
    return chunk.subarray(end + 1);
  };

  const readContents = (chunk: Buffer, part: NonNullable<typeof open>): Buffer => {
    const taken = chunk.copy(part.contents, part.filled);
    part.filled += taken;
    if (part.filled === part.contents.length) {
      open = null;
      done(part.header, part.contents.subarray(0, -1));
    }
    return chunk.subarray(taken);
  };

  return {
    push: (chunk) => {
      let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      while (rest.length > 0) rest = open === null ? readHeader(rest) : readContents(rest, open);
    },
  };
}

function parseHeader(line: string): Header {
  const found = /^([0-9a-f]+) (?:missing|\w+ (\d+))$/.exec(line);
  if (found === null) throw new Error(`unexpected answer ${JSON.stringify(line)}`);
  return { oid: found[1] ?? '', size: found[2] === undefined ? null : Number(found[2]) };
}
