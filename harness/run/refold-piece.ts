/** Answers one piece of a large file of results, where it can without making characters of its bytes. */
import { isUtf8 } from 'node:buffer';
import { type AnswerLine, answerLines } from '../cli/filter.js';
import { lineBatches, type WholeLines } from '../cli/lines.js';

export interface AnsweredPiece {
  /** UTF-8. */
  readonly text: Uint8Array;
  readonly failed: number;
}

/** The answers of the lines of one piece of a file. */
export const answerPiece = async (answer: AnswerLine, lines: WholeLines): Promise<AnsweredPiece> =>
  answerBytes(answer, lines.bytes) ?? (await answerText(answer, lines));

/** Above this a line may be too long, which only the reader of lines tells. */
const MAX_BYTES = 32 * 1024 * 1024;
/** They sort behind characters that their bytes sort before. */
const ASTRAL_BYTES = [0xf0, 0xf1, 0xf2, 0xf3, 0xf4];
/** An escape whose character would look like a byte. */
const BYTE_ESCAPE = /\\u00[89a-f]/i;

/**
 * One wide character makes a whole line two bytes a character, and reading and writing it a quarter slower. Folding
 * compares texts and hands them on, its own are ASCII: so every byte is taken as one character, and written as that byte.
 * @returns null where that could make a difference, or where a line cannot be used: its error names real characters.
 */
function answerBytes(answer: AnswerLine, given: Uint8Array): AnsweredPiece | null {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (bytes.length > MAX_BYTES || !isUtf8(bytes)) return null;
  if (ASTRAL_BYTES.some((byte) => bytes.includes(byte))) return null;
  const escaped = bytes.includes('\\u00');
  const written: Buffer[] = [];
  try {
    for (let from = 0, end = 0; from < bytes.length; from = end + 1) {
      end = lineEnd(bytes, from);
      const read = bytes.toString('latin1', from, end);
      if (escaped && BYTE_ESCAPE.test(read)) return null;
      const line = `${JSON.stringify(answer(read))}\n`;
      const answered = Buffer.from(line, 'latin1');
      // A character that is no byte lost its upper half.
      if (answered.toString('latin1') !== line || !isUtf8(answered)) return null;
      written.push(answered);
    }
  } catch {
    return null;
  }
  return { text: Buffer.concat(written), failed: 0 };
}

function lineEnd(bytes: Buffer, from: number): number {
  const end = bytes.indexOf('\n', from);
  return end < 0 ? bytes.length : end;
}

async function answerText(answer: AnswerLine, { bytes, before }: WholeLines): Promise<AnsweredPiece> {
  let text = '';
  let failed = 0;
  for await (const batch of lineBatches([bytes], { before })) {
    const one = answerLines(answer, batch);
    text += one.text;
    failed += one.failed;
  }
  return { text: Buffer.from(text), failed };
}
