/** A provider whose turns are written down beforehand, in a `gagar.script/1` file or as a function: no network, no chance. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Fault } from '../../src/fault.js';
import { parseDocument } from '../../src/records/document.js';
import { parseJson } from '../../src/text/json.js';
import { type Answer, readCalls, settle } from './answer.js';
import type { Adapter } from './attempt.js';
import { converse } from './converse.js';
import { stopWith } from './failure.js';
import type { ModelRequest, Provider } from './port.js';
import { STOPS, type Turn } from './turn.js';

const SCRIPT_SCHEMA = 'gagar.script/1';

const count = z.int().nonnegative().default(0);

export const ScriptTurn = z.strictObject({
  text: z.string().default(''),
  reasoning: z.string().default(''),
  calls: z
    .array(
      z.strictObject({
        id: z.string().optional(),
        name: z.string(),
        /** An object, or text as a model may write it, malformed text included. */
        arguments: z.union([z.record(z.string(), z.unknown()), z.string()]).default({}),
      }),
    )
    .default([]),
  /** Ends the turn this way; by default it follows from calls and text. */
  stop: z.enum(STOPS).optional(),
  /** Estimated where it is left out. */
  usage: z
    .strictObject({
      input_tokens: count,
      cached_input_tokens: count,
      cache_write_tokens: count,
      output_tokens: count,
      estimated: z.boolean().default(false),
    })
    .nullable()
    .default(null),
});
export type ScriptTurn = z.input<typeof ScriptTurn>;

const Script = z.strictObject({
  schema: z.literal(SCRIPT_SCHEMA),
  model: z.string().min(1).default('script'),
  turns: z.array(ScriptTurn).default([]),
});

/** Answers the request number `index` (from 0, over all sittings of a run); undefined once the script is over. */
export type ScriptPlay = (request: ModelRequest, index: number) => ScriptTurn | undefined;

function answerOf(turn: ScriptTurn, position: number): Answer {
  const { text, reasoning, calls, stop, usage } = ScriptTurn.parse(turn);
  const raw = calls.map(({ id, name, arguments: given }) => ({ id, name, arguments: given }));
  const spoken = settle({
    text,
    reasoning,
    thought: reasoning !== '',
    calls: readCalls(raw, position),
    finish: 'done',
  });
  const ended = stop !== undefined && stop !== spoken.stop ? { ...spoken, stop, calls: [] } : spoken;
  return { ...ended, usage, model: null, items: null };
}

export function scripted(play: readonly ScriptTurn[] | ScriptPlay, model = 'script'): Provider {
  const next: ScriptPlay = typeof play === 'function' ? play : (_request, index) => play[index];
  let asked = 0;
  const adapter: Adapter = {
    kind: 'scripted',
    model,
    ask: async (request) => {
      const turn = next(request, asked++);
      if (!turn) throw stopWith('script_ended', `the script has no turn ${asked}`);
      return answerOf(turn, request.messages.length);
    },
  };
  const provider = converse(adapter, {
    vendor: null,
    prices: { schema: 'gagar.prices/1', as_of: '1970-01-01', sources: [], models: {} },
    secrets: [],
  });
  return {
    ...provider,
    goOn: (answered) => {
      asked += answered.filter(isPlayed).length;
    },
  };
}

/** Whether the script has moved on with a turn: not where no time was left to ask, nor where there was no turn left. */
const isPlayed = ({ stop, attempts }: Turn): boolean => attempts > 0 && stop !== 'script_ended';

/**
 * One JSON document with `turns`, or JSONL: the head line, then one turn a line. The text tells which, whatever its file is called.
 * @throws Fault input with file, line and every field that cannot be used
 */
export function readScript(path: string): { readonly model: string; readonly turns: readonly ScriptTurn[] } {
  const text = readTextFile(path);
  const lines = text.split('\n').map((line, index) => ({ line, place: { file: path, line: index + 1 } }));
  const [head, ...rest] = lines.filter(({ line }) => line.trim() !== '');
  if (head === undefined || !(rest.length > 0 && isLines(path, text, head.line)))
    return parseDocument(Script, SCRIPT_SCHEMA, text, { file: path });
  const { model, turns } = parseDocument(Script, SCRIPT_SCHEMA, head.line, head.place);
  return {
    model,
    turns: [...turns, ...rest.map(({ line, place }) => parseDocument(ScriptTurn, null, line, place))],
  };
}

/** Behind a whole document nothing follows. Where both are broken the name tells what the text was meant to be. */
const isLines = (path: string, text: string, head: string): boolean =>
  parseJson(head).ok || (path.endsWith('.jsonl') && !parseJson(text).ok);

function readTextFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (cause) {
    throw new Fault(
      'input',
      `the script cannot be read (${(cause as NodeJS.ErrnoException).code ?? (cause as Error).message}); give a ${SCRIPT_SCHEMA} file`,
      { file: path },
      { cause },
    );
  }
}
