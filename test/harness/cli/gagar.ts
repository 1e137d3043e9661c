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

const startAt = (cwd: string, env: Record<string, string>, ...args: string[]) =>
  spawn(process.execPath, [...command, ...args], {
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });

/** `in` adds to the environment, `at` also runs in another folder. */
export const startGagar = Object.assign((...args: string[]) => startAt(root, {}, ...args), {
  in: (env: Record<string, string>, ...args: string[]) => startAt(root, env, ...args),
  at: startAt,
});

type Started = ReturnType<typeof startGagar>;

/** What a started command says and how it ends. */
export async function collect(child: Started): Promise<Ended> {
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  let stdout = '';
  for await (const text of child.stdout.setEncoding('utf8')) stdout += text;
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
  return { code: code as number | null, stdout, stderr };
}

export async function runGagar(
  args: readonly string[],
  input: Iterable<string | Uint8Array>,
): Promise<Ended> {
  const child = startGagar(...args);
  const fed = pipeline(Readable.from(input, { objectMode: true }), child.stdin);
  const ended = await collect(child);
  await fed;
  return ended;
}
