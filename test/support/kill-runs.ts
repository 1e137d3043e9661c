/** Runs `gagar batch` and kills it with -9 at random moments: what must hold at each of them, and in the end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { assetPath } from '../../harness/assets.js';
import { readRecording } from '../../harness/recording-file.js';
import type { Random } from './random.js';

export interface KilledRun {
  readonly groups: string;
  readonly out: string;
  /** More arguments of `gagar batch`. */
  readonly options: readonly string[];
  readonly kills: number;
  /** A kill comes after up to so many groups of its start, and up to so many milliseconds more. */
  readonly within: { readonly groups: number; readonly ms: number };
  readonly random: Random;
  readonly say?: (text: string) => void;
}

/** Whole lines of results.jsonl, as they are there. */
export async function linesIn(out: string): Promise<string[]> {
  const text = await readFile(join(out, 'results.jsonl'), 'utf8').catch(() => '');
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean);
}

const start = ({ groups, out, options }: KilledRun): ChildProcess =>
  spawn(process.execPath, [assetPath('dist', 'harness', 'main.js'), 'batch', groups, '-o', out, ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });

/** Resolves after so many groups, or with the end of the process. */
export async function progressLines(child: ChildProcess, count: number): Promise<void> {
  if (count === 0) return;
  let seen = 0;
  for await (const line of createInterface({ input: child.stderr! })) {
    if (/^\d+ of \d+/.test(line)) seen += 1;
    if (seen === count) return;
  }
}

/** @returns the lines in the end. @throws where a kill lost or changed a line that was written, or the last run failed */
export async function runKilled(run: KilledRun): Promise<string[]> {
  let before: string[] = [];
  const grown = async (): Promise<string[]> => {
    const lines = await linesIn(run.out);
    const lost = before.findIndex((line, at) => lines[at] !== line);
    if (lost >= 0) throw new Error(`line ${lost + 1} of ${before.length} was lost or written again`);
    return lines;
  };
  for (let kill = 1; kill <= run.kills; kill++) {
    const child = start(run);
    const ended = once(child, 'close');
    await progressLines(child, run.random.int(run.within.groups + 1));
    await sleep(run.random.int(run.within.ms));
    child.kill('SIGKILL');
    await ended;
    before = await grown();
    run.say?.(`kill ${kill}: ${before.length} lines`);
  }
  const last = start(run);
  let said = '';
  last.stderr?.on('data', (text) => {
    said += text;
  });
  const [code] = await once(last, 'close');
  if (code !== 0) {
    const failures = (await linesIn(run.out)).filter((line) => line.includes('"error":'));
    throw new Error(`the last run ended with ${code}: ${failures.join('\n')}\n${said.slice(-2000)}`);
  }
  return await grown();
}

/** Recordings that can be read whole, each from its first step to its last; none is told twice. */
export async function recordingsIn(out: string): Promise<number> {
  const folders = await readdir(join(out, 'recordings')).catch(() => []);
  for (const name of folders) {
    const { torn } = await readRecording(join(out, 'recordings', name, 'recording.jsonl'));
    if (torn) throw new Error(`the recording ${name} ends in the middle of a line`);
  }
  return folders.length;
}
