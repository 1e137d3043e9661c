/** Aider's chat history in Markdown: words of the user behind `####`, of the program behind `>`, all else from the model. */
import { unknownRecord } from '../chat.js';
import type { Answered, Called, Piece, Reading, TraceFormat } from '../format.js';
import { readCall } from '../tools.js';

type Speaker = 'session' | 'user' | 'program' | 'model';

/** Where the code itself has backquotes, tags take their place. */
const FENCE = /^(?:[`~]{3}|<(?:source|code|pre|codeblock|sourcecode)>)/;
const SESSION = '# aider chat started at ';
const MARKED = /^(?:####|>)(?: |$)/;

/** Who wrote a line, or null for a blank line, which belongs to whoever spoke before. */
function speakerOf(line: string): Speaker | null {
  if (line.trim() === '') return null;
  if (line.startsWith(SESSION)) return 'session';
  if (line.startsWith('####') && MARKED.test(line)) return 'user';
  return line.startsWith('>') && MARKED.test(line) ? 'program' : 'model';
}

/** A record is what one of them says without a break; each session's head is one of its own. */
function cutter(): (line: string) => boolean {
  let before: Speaker | null = null;
  return (line) => {
    const speaker = speakerOf(line);
    if (speaker === null) return false;
    const starts = speaker !== before || speaker === 'session';
    before = speaker;
    return starts;
  };
}

export const aider: TraceFormat = {
  name: 'aider',
  containers: [{ kind: 'text', cutter }],
  recognize({ name, text }) {
    if (/\.aider\.chat\.history\.md$/.test(name)) return "named like Aider's chat history";
    return /^# aider chat started at /m.test(text) ? "the head of one of Aider's sessions" : null;
  },
  read: unknownRecord,
  readText(text): Reading {
    const first = text.split('\n').find((line) => line.trim() !== '') ?? '';
    switch (speakerOf(first)) {
      case 'session':
        return { pieces: [{ type: 'message', role: 'system', text: text.trim(), notes: [] }] };
      case 'user':
        return {
          pieces: [{ type: 'message', role: 'user', text: withoutMarks(text, /^####[ ]?/), notes: [] }],
        };
      case 'program':
        return readProgram(withoutMarks(text, /^>[ ]?/));
      case 'model':
        return readModel(text.trim());
      case null:
        return { pieces: [] };
    }
  },
};

/** Lines end in two blanks, which Markdown takes for a break. */
const withoutMarks = (text: string, mark: RegExp): string =>
  text
    .split('\n')
    .map((line) => line.replace(mark, '').trimEnd())
    .join('\n')
    .trim();

/** What the program did: edits that it applied, commands that it ran. */
function readProgram(text: string): Reading {
  const results: Answered[] = [];
  const calls: Called[] = [];
  for (const line of text.split('\n')) {
    const applied = /^Applied edit to (.{1,300})$/.exec(line);
    const ran = /^Running (.{1,2000})$/.exec(line);
    if (applied) results.push({ ...NO_ANSWER, id: editOf(applied[1] ?? ''), text: line });
    if (ran) calls.push({ ...readCall(null, 'run', { command: ran[1] ?? '' }), role: 'system' });
  }
  return { pieces: [{ type: 'message', role: 'system', text, notes: [] }, ...results, ...calls] };
}

const NO_ANSWER = { type: 'result', role: 'system', exit_code: null, notes: [] } as const;

const editOf = (path: string): string => `edit ${path}`;

/** Words with SEARCH/REPLACE blocks or unified diffs: one edit for each file that they name. */
function readModel(text: string): Reading {
  const calls = [...new Set(editedFiles(text))].map(
    (path): Called => ({ ...readCall(editOf(path), 'edit', { path }), text: `path: ${path}` }),
  );
  const pieces: Piece[] = [{ type: 'message', role: 'assistant', text, notes: [] }, ...calls];
  return { pieces, turn: null };
}

function editedFiles(text: string): string[] {
  const found: string[] = [];
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    if (line.length > 400) continue;
    if (line.startsWith('<<<<<') && /^<{5,9} SEARCH\b/.test(line))
      found.push(fileAbove(lines, at) ?? found.at(-1) ?? '');
    else if (line.startsWith('+++ ') && lines[at - 1]?.startsWith('--- '))
      found.push(line.slice(4).replace(/^b\//, ''));
  }
  return found
    .map((path) => path.trim())
    .filter((path) => path !== '' && path !== '/dev/null' && path.length <= 300);
}

/** The file's name stands above the block, outside or inside of its fence. */
function fileAbove(lines: readonly string[], at: number): string | undefined {
  const above = lines.slice(Math.max(0, at - 3), at).reverse();
  const named = above.find(
    (line) => line.trim() !== '' && line.length <= 400 && !FENCE.test(line) && !/^>{5,9} REPLACE/.test(line),
  );
  return named === undefined || /\s/.test(named.trim())
    ? undefined
    : named.trim().replace(/^[`*#]+|[`*:]+$/g, '');
}
