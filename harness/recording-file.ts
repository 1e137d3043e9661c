/** Reads and appends recordings: whole lines only, a torn last line is cut off, what a model was paid for is synced. */
import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { Fault } from '../src/fault.js';
import { checkSchema, refusal, toProblem } from '../src/records/problem.js';
import { wellFormedValue } from '../src/text/well-formed.js';
import { RecordingHead, type RecordingStep, stepSchema, type ToolStep, type TurnStep } from './recording.js';
import { openRegular } from './regular-file.js';

export interface Recording {
  readonly head: RecordingHead;
  readonly steps: readonly RecordingStep[];
  /** True where the last line was cut short by a crash and is not part of `steps`. */
  readonly torn: boolean;
}

interface Loaded extends Recording {
  /** Bytes of the lines that are whole. */
  readonly size: number;
  /** The last whole line lacks its line end. */
  readonly open: boolean;
}

function inputFault(file: string, line: number, cause: unknown): Fault {
  if (cause instanceof Fault)
    return new Fault('input', cause.message, { ...cause.place, file, line }, { cause });
  const why = `this line is not part of a recording: ${(cause as Error).message}`;
  return new Fault('input', why, { file, line }, { cause });
}

/** @throws Fault input that names every field and its value. */
function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const found = checkSchema(schema, value);
  if ('problems' in found) throw refusal(found.problems.map(toProblem), {});
  return found.value;
}

/** Runs of earlier versions can hold half a surrogate pair, which would break every digest of what follows it. */
const HALF_PAIRS = /\\u[dD][89a-fA-F]/;

const parsed = (text: string): unknown => JSON.parse(text);

async function readRegular(path: string): Promise<Buffer> {
  await using file = await openRegular(path);
  if (file === null) throw new Error('it is not a regular file');
  return await file.readFile();
}

async function load(path: string): Promise<Loaded> {
  const bytes = await readRegular(path).catch((cause: NodeJS.ErrnoException) => {
    const way =
      'a recording lies in the run folder (-o) of a model or person that judged, and in recordings/ of a batch; the static judge records nothing';
    const message = `the recording cannot be read (${cause.code ?? cause.message}); ${way}`;
    throw new Fault('input', message, { file: path }, { cause });
  });
  const steps: RecordingStep[] = [];
  let head: RecordingHead | undefined;
  let size = 0;
  for (let line = 1; size < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, size);
    const text = bytes.subarray(size, end < 0 ? bytes.length : end).toString('utf8');
    try {
      const value = HALF_PAIRS.test(text) ? wellFormedValue(parsed(text)) : parsed(text);
      if (line === 1) head = checked(RecordingHead, value);
      else steps.push(inOrder(checked(stepSchema(value), value), steps.length + 1));
    } catch (cause) {
      // Only the line a crash fell into may be broken: the last one, and without its end.
      if (end >= 0 || !head) throw inputFault(path, line, cause);
      return { head, steps, torn: true, size, open: false };
    }
    size = end < 0 ? bytes.length : end + 1;
  }
  if (!head) throw new Fault('input', 'the recording is empty', { file: path, line: 1 });
  return { head, steps, torn: false, size, open: bytes.at(-1) !== 0x0a };
}

function inOrder(step: RecordingStep, seq: number): RecordingStep {
  if (step.seq !== seq) throw new Error(`seq is ${step.seq}, expected ${seq}`);
  return step;
}

/** @throws Fault input with file and line where a line is broken, or out of order. */
export async function readRecording(path: string): Promise<Recording> {
  const { head, steps, torn } = await load(path);
  return { head, steps, torn };
}

/** NaN and Infinity would silently turn into null, and null into 0 in somebody's reader. */
const finite = (key: string, value: unknown): unknown => {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new Fault('internal', `${key} is ${value}, which JSON cannot hold`, { field: key });
  return value;
};

export interface Recorder extends AsyncDisposable {
  /** Numbers the step, appends it and, for a turn, waits until it is on disk. Steps are written in the order of the calls. */
  turn(step: Omit<TurnStep, 'seq'>): Promise<TurnStep>;
  tool(step: Omit<ToolStep, 'seq'>): Promise<ToolStep>;
}

function recorder(file: FileHandle, written: number): Recorder {
  let seq = written;
  let last: Promise<void> = Promise.resolve();
  const append = <Step extends RecordingStep>(step: Omit<Step, 'seq'>, sync: boolean): Promise<Step> => {
    seq += 1;
    const whole = { seq, ...step } as Step;
    const line = `${JSON.stringify(whole, finite)}\n`;
    const done = last.then(async () => {
      await file.appendFile(line);
      if (sync) await file.datasync();
    });
    last = done.catch(() => {});
    return done.then(() => whole);
  };
  return {
    turn: (step) => append<TurnStep>(step, true),
    tool: (step) => append<ToolStep>(step, false),
    [Symbol.asyncDispose]: async () => {
      await last;
      await file.sync();
      await file.close();
    },
  };
}

/** Whether there is a recording with a whole head; a file without one was being begun when its process died. */
export async function isBegun(path: string): Promise<boolean> {
  try {
    await using file = await openRegular(path);
    if (file === null) return true;
    for await (const chunk of file.createReadStream({ autoClose: false }))
      if (chunk.includes(0x0a)) return true;
    return false;
  } catch (error) {
    // What cannot be read is there, and whoever reads it says why it cannot.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/** A new recording; one that is begun is an error, never overwritten. */
export async function createRecording(path: string, head: RecordingHead): Promise<Recorder> {
  if (!(await isBegun(path))) await rm(path, { force: true });
  const line = `${JSON.stringify(RecordingHead.parse(head), finite)}\n`;
  const file = await open(path, 'ax').catch((cause: NodeJS.ErrnoException) => {
    const why =
      cause.code === 'EEXIST' ? 'it exists already: go on from it, or name another folder' : cause.message;
    throw new Fault('environment', `the recording cannot be made: ${why}`, { file: path }, { cause });
  });
  await file.appendFile(line);
  await file.sync();
  await syncFolder(dirname(path));
  return recorder(file, 0);
}

/** Goes on from a recording: cuts a torn last line off, and appends behind what is whole. */
export async function resumeRecording(path: string): Promise<Recording & { readonly recorder: Recorder }> {
  const { head, steps, torn, size, open: lacksEnd } = await load(path);
  const file = await open(path, constants.O_RDWR | constants.O_APPEND);
  await file.truncate(size);
  if (lacksEnd) await file.appendFile('\n');
  return { head, steps, torn, recorder: recorder(file, steps.length) };
}

/** The name of a new file is on disk only when its folder is. */
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r');
  await folder.sync();
}
