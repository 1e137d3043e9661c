/** Reads calls that an agent writes into its prose: one fenced block, one tagged command, or one marked function call. */

import type { Called } from './format.js';
import { readCall, readCommand } from './tools.js';

export interface TextCall {
  readonly call: Called;
  /** The prose around the call. */
  readonly prose: string;
}

interface Block {
  readonly from: number;
  readonly to: number;
  readonly body: string;
}

const FENCES = ['```mswea_bash_command', '```bash', '```sh', '```shell'];
/** Nothing but blanks up to the end of the line. */
const LINE_END = /[ \t\r]*\n/y;
const TAG = { open: '<mswea_bash_command>', close: '</mswea_bash_command>' };
const BEGIN = '----BEGIN_FUNCTION_CALL----';
const END = '----END_FUNCTION_CALL';

/** The one call in a text; null where there is none, or several: then the harness ran nothing. */
export function readTextCall(content: string): TextCall | null {
  const marked = markedCall(content);
  if (marked) return marked;
  const tagged = blocks(content, TAG.open, TAG.close);
  const found = tagged.length > 0 ? tagged : fenced(content);
  const [block] = found;
  if (block === undefined || found.length > 1) return null;
  return { call: readCommand(block.body.trim()), prose: around(content, block) };
}

/** Searched by hand: a regular expression for this is quadratic on a wall of blank lines. */
function fenced(content: string): Block[] {
  for (const fence of FENCES) {
    const found: Block[] = [];
    for (let at = content.indexOf(fence); at >= 0; at = content.indexOf(fence, at + 1)) {
      LINE_END.lastIndex = at + fence.length;
      if (!LINE_END.test(content)) continue;
      const start = LINE_END.lastIndex;
      const close = content.indexOf('\n```', start - 1);
      if (close < 0) break;
      found.push({ from: at, to: close + 4, body: content.slice(start, close) });
      at = close;
    }
    if (found.length > 0) return found;
  }
  return [];
}

function blocks(content: string, open: string, close: string): Block[] {
  const found: Block[] = [];
  for (let at = content.indexOf(open); at >= 0; at = content.indexOf(open, at + 1)) {
    const end = content.indexOf(close, at);
    if (end < 0) break;
    found.push({ from: at, to: end + close.length, body: content.slice(at + open.length, end) });
    at = end;
  }
  return found;
}

/** The last marked call: a name, then `----ARG----` blocks of a name and a value. */
function markedCall(content: string): TextCall | null {
  const from = content.lastIndexOf(BEGIN);
  const end = from < 0 ? -1 : content.indexOf(END, from);
  if (end < 0) return null;
  const [name = '', ...given] = content.slice(from + BEGIN.length, end).split('\n----ARG----\n');
  const args: [string, string][] = given.map((block) => {
    const line = block.indexOf('\n');
    if (line < 0) return [block.trim(), ''];
    const value = block.slice(line + 1);
    return [block.slice(0, line).trim(), value.startsWith('----VALUE----\n') ? value.slice(14) : value];
  });
  const values = args.map(([key, value]) => [key, value.replace(/\n$/, '')] as const);
  const after = content.slice(end + END.length).replace(/^-*(?:END_FUNCTION_CALL-*)?/, '');
  const prose = `${content.slice(0, from)}${after}`.trim();
  return { call: readCall(null, name.trim(), Object.fromEntries(values)), prose };
}

const around = (content: string, block: Block): string =>
  [content.slice(0, block.from), content.slice(block.to)]
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n');
