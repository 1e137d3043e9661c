/** A disk of our own that can be full: a small file system in memory, mounted for one script by bubblewrap, with or without root. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { assetPath } from '../../harness/assets.js';

const DISK_BYTES = 4 * 1024 ** 2;

/** Shell words that a script may use: `fill BYTES` leaves so much room on the disk, `free` empties it again. */
const WORDS = `
fill() { head -c ${DISK_BYTES * 2} /dev/zero > "$DISK/filler" 2>/dev/null; truncate -s "-$1" "$DISK/filler"; }
free() { rm "$DISK/filler"; }
gagar() { "$NODE" "$MAIN" "$@"; }
`;

/** Runs a shell script that finds the disk mounted at \`$DISK\`, which is gone afterwards. */
export async function onFullDisk(
  disk: string,
  script: string,
  env: Record<string, string> = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const mount = ['--dev-bind', '/', '/', '--size', `${DISK_BYTES}`, '--tmpfs', disk];
  const child = spawn('bwrap', [...mount, 'bash', '-c', `${WORDS}${script}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...env,
      DISK: disk,
      NODE: process.execPath,
      MAIN: assetPath('dist', 'harness', 'main.js'),
    },
  });
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (part: string) => {
      text[name] += part;
    });
  const [code] = await once(child, 'close');
  return { code: code as number | null, ...text };
}
