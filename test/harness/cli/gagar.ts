/** Runs the real command as it was built, with bytes on stdin. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const command = [join(root, 'dist', 'harness', 'main.js')];

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const startIn = (env: Record<string, string>, ...args: string[]) =>
  spawn(process.execPath, [...command, ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });

/** `startGagar.in(env, …)` adds to the environment. */
export const startGagar = Object.assign((...args: string[]) => startIn({}, ...args), { in: startIn });

export async function runGagar(
  args: readonly string[],
  input: Iterable<string | Uint8Array>,
): Promise<Ended> {
  const child = startGagar(...args);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const fed = pipeline(Readable.from(input, { objectMode: true }), child.stdin);
  let stdout = '';
  for await (const text of child.stdout.setEncoding('utf8')) stdout += text;
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
  await fed;
  return { code: code as number | null, stdout, stderr };
}
