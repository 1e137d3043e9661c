/** Terminal-Bench 1: keys sent to a terminal (`commands.txt`), and texts of its panes and session logs, cut at their prompts. */
import { unknownRecord } from '../chat.js';
import type { Piece, Reading, TraceFormat } from '../format.js';
import { readCommand } from '../tools.js';

/** Colours, cursor moves, and titles of the window. */
const CONTROL = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]{0,500}(?:\x07|\x1b\\)|[()][A-Z0-9]|[=>])/g;
/** `root@2d34ee44939e:/app# ls`. */
const PROMPT = /^(?:\([\w.-]{1,60}\) )?[\w.-]{1,60}@[\w.-]{1,100}:[^\n#$]{0,300}[#$] ?/;
const MAX_LINE = 10_000;
const KEYS = /^\[(?:'|")/;

/** The line as the terminal showed it in the end: without controls, and without what was written over. */
function plain(line: string): string {
  const shown = line.slice(0, MAX_LINE).replace(CONTROL, '').trimEnd();
  return shown.slice(shown.lastIndexOf('\r') + 1);
}

const cutter =
  () =>
  (line: string): boolean =>
    // Most lines are output without an @, and are told without a look at their controls.
    KEYS.test(line) || (line.includes('@') && PROMPT.test(plain(line)));

export const terminalBench: TraceFormat = {
  name: 'terminal-bench',
  containers: [{ kind: 'text', cutter }],
  recognize({ name, text }) {
    if (/(?:^|\/)commands\.txt$/.test(name) && KEYS.test(text)) return 'keys sent to a terminal';
    const isPane = /(?:^|\/)(?:panes|sessions)(?:\/|__)[^/]*\.(?:txt|log)$/.test(name);
    return isPane ? 'named like a pane or session log of Terminal-Bench' : null;
  },
  read: unknownRecord,
  readText(text): Reading {
    const end = text.indexOf('\n');
    const line = end < 0 ? text : text.slice(0, end);
    if (KEYS.test(line)) return readKeys(line.trim());
    const shown = plain(line);
    const prompt = PROMPT.exec(shown);
    const rest = end < 0 ? '' : text.slice(end + 1);
    if (prompt === null) return { pieces: [said(text)] };
    const command = shown.slice(prompt[0].length).trim();
    if (command === '') return { pieces: rest.trim() === '' ? [] : [said(rest)] };
    return {
      pieces: [
        readCommand(command),
        { type: 'result', id: null, role: 'tool', text: rest, exit_code: null, notes: [] },
      ],
      turn: null,
    };
  },
};

const said = (words: string): Piece => ({ type: 'message', role: 'system', text: words, notes: [] });

/** `['ls -la', 'Enter']`: a list as Python prints it; what it brings stands in another file. */
function readKeys(line: string): Reading {
  const keys = quotedIn(line).filter((key) => key !== 'Enter');
  return { pieces: [{ ...readCommand(keys.join('')), tool: 'keystrokes' }], turn: null };
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

/** Texts in either quotes. By hand: a regular expression is quadratic on quotes that are never closed. */
function quotedIn(line: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < line.length; at++) {
    const quote = line[at];
    if (quote !== "'" && quote !== '"') continue;
    const from = at + 1;
    for (at = from; at < line.length && line[at] !== quote; at++) if (line[at] === '\\') at += 1;
    found.push(line.slice(from, at).replace(/\\([\s\S])/g, (_, sign: string) => ESCAPES.get(sign) ?? sign));
  }
  return found;
}
