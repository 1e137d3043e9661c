/** Output of a program as parts of an answer: both streams, rendered, their middle left out where they are long. */
import { head } from '../src/text/clip.js';
import { renderBytes } from '../src/text/render.js';
import type { Part } from './tool.js';

/** Characters of a stream that are shown, half of them from its end. */
const SHOWN = 8000;

export interface Streams {
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

export const streamParts = ({ stdout, stderr }: Streams): Part[] => [
  ...streamPart('stdout', stdout),
  ...streamPart('stderr', stderr),
];

function streamPart(name: string, bytes: Uint8Array): Part[] {
  if (bytes.length === 0) return [];
  const text = renderBytes(bytes);
  if (text.length <= SHOWN) return [`${name}:`, { data: text }];
  const start = head(text, SHOWN / 2);
  const end = text.slice(-SHOWN / 2).replace(/^[\uDC00-\uDFFF]/, '');
  return [
    `${name}, its start:`,
    { data: start },
    `[${text.length - start.length - end.length} characters left out; run a command that prints less, such as one with \`| tail -n 40\`]`,
    `${name}, its end:`,
    { data: end },
  ];
}
