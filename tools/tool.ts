/** What a judge's tool is, and the one way to call it: arguments checked, faults told to the judge, data of strangers framed. */
import { z } from 'zod';
import { Fault } from '../src/fault.js';
import { checkSchema, toProblem } from '../src/records/problem.js';
import { clip } from '../src/text/clip.js';
import { frame } from '../src/text/frame.js';
import { renderMessage, renderText } from '../src/text/render.js';
import { wellFormed } from '../src/text/well-formed.js';
import type { CheckRecord } from './checks.js';

/** A text is ours; `data` is what strangers wrote, rendered, and is framed before it is shown. */
export type Part = string | { readonly data: string };

export interface Answer {
  readonly parts: readonly Part[];
  readonly is_error?: boolean;
  /** What a check put on record, for citations and for folding. */
  readonly check?: CheckRecord;
}

export interface ToolContext {
  /** Marks of this run's frames. */
  readonly nonce: string;
  readonly signal: AbortSignal;
}

export interface JudgeTool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** @throws Fault input for what the judge can mend; every other fault stops the run. */
  readonly run: (args: unknown, signal: AbortSignal) => Promise<Answer> | Answer;
}

interface ToolSpec<Input extends z.ZodObject> extends Omit<JudgeTool, 'run'> {
  readonly input: Input;
  readonly run: (args: z.output<Input>, signal: AbortSignal) => Promise<Answer> | Answer;
}

/** The checked arguments keep their types inside a tool, and lose them in a list of tools. */
export const defineTool = <Input extends z.ZodObject>(spec: ToolSpec<Input>): JudgeTool => ({
  ...spec,
  run: (args, signal) => spec.run(args as z.output<Input>, signal),
});

export const answerOf = (...parts: Part[]): Answer => ({ parts });

/** What a model is told of a tool, with the JSON Schema of its arguments as providers want it. */
export const specOf = ({ name, description, input }: JudgeTool) => {
  const { $schema, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return { name, description, schema };
};

/** What the judge is told. */
export interface Observation {
  readonly text: string;
  readonly is_error: boolean;
  readonly check?: CheckRecord;
}

export interface ToolCall {
  readonly name: string;
  /** null where the model wrote no JSON object; then `malformed` says why. */
  readonly arguments: Record<string, unknown> | null;
  readonly malformed: { readonly problem: string } | null;
}

/** Whatever a tool answers is cut here; tools page long before. */
const MAX_ANSWER = 60_000;
const MAX_PROBLEMS = 8;

/** A cut may have left half a character, which no conversation can be digested or sent with. */
const refusal = (text: string): Observation => ({ text: wellFormed(text), is_error: true });

/** @throws Fault environment, cancelled or internal: our own breakage is never told to a model as a result. */
export async function invoke(
  tools: readonly JudgeTool[],
  call: ToolCall,
  { nonce, signal }: ToolContext,
): Promise<Observation> {
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined) {
    const name = renderText(JSON.stringify(clip(call.name, 60)));
    return refusal(`there is no tool ${name}; there are ${tools.map((one) => one.name).join(', ')}`);
  }
  if (call.arguments === null)
    return refusal(`the arguments are no JSON object: ${call.malformed?.problem ?? 'nothing was given'}`);
  const checked = checkSchema(tool.input, call.arguments);
  if ('problems' in checked) {
    const lines = checked.problems
      .map(toProblem)
      .slice(0, MAX_PROBLEMS)
      .map(({ field, message }) => (field === '' ? message : `${field}: ${message}`));
    return refusal([`${tool.name} was not run; its arguments do not fit:`, ...lines].join('\n'));
  }
  try {
    return observation(await tool.run(checked.value, signal), nonce);
  } catch (error) {
    if (error instanceof Fault && error.code === 'input') return refusal(renderMessage(error.message));
    throw error;
  }
}

function observation({ parts, is_error = false, check }: Answer, nonce: string): Observation {
  const text = parts.map((part) => (typeof part === 'string' ? part : frame(part.data, nonce))).join('\n');
  return { text: wellFormed(clip(text, MAX_ANSWER)), is_error, ...(check !== undefined && { check }) };
}
