/** Takes the events of one grading: keeps each in the run folder as progress.jsonl, and hands it to the status line. */
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../sandbox/make-folder.js';
import { renderName } from '../../src/text/render.js';
import type { GradeEvent } from '../progress.js';
import { writeRefusal } from '../refusal.js';
import { statusLine } from './status-line.js';

export interface ProgressLog extends AsyncDisposable {
  readonly emit: (event: GradeEvent) => void;
  /** Ends the line on the terminal, so that something else can be written. */
  readonly end: () => void;
}

interface LogOptions {
  readonly folder?: string | undefined;
  readonly quiet: boolean;
}

/** @throws Fault environment where the run folder cannot be written. */
export async function progressLog({ folder, quiet }: LogOptions): Promise<ProgressLog> {
  const file = folder === undefined ? null : await openLog(folder);
  const status = quiet ? null : statusLine(process.stderr);
  const start = performance.now();
  let pending: Promise<unknown> = Promise.resolve();
  let group = '';
  return {
    end: () => status?.end(),
    emit: (event) => {
      if (event.type === 'started') group = renderName(event.group_id);
      status?.show(group, event);
      if (file === null) return;
      const line = JSON.stringify({ at_s: Math.round(performance.now() - start) / 1000, ...event });
      // Progress is for people: a full disk must not end the grading, which fails on its own when it writes the result.
      pending = pending.then(() => file.write(`${line}\n`)).catch(() => undefined);
    },
    [Symbol.asyncDispose]: async () => {
      status?.end();
      await pending;
      await file?.close().catch(() => undefined);
    },
  };
}

async function openLog(folder: string): Promise<FileHandle> {
  const file = join(folder, 'progress.jsonl');
  try {
    await makeFolder(folder);
    return await open(file, 'w');
  } catch (cause) {
    throw writeRefusal(file, cause);
  }
}
