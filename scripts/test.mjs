/** Sets up what runs candidates' code, then runs lint, types and every test; arguments go to vitest, and then only vitest runs. */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = (...path) => join(root, 'node_modules', ...path);
const chosen = process.argv.slice(2);

function run(...args) {
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
}

// The pure layer needs no engine, on any system.
if (chosen.length === 0 || !chosen.every((path) => /^(\.\/)?test\/src\b/.test(path)))
  run(join(root, 'scripts', 'prepare.mjs'), '--sandbox');
if (chosen.length === 0) {
  run(bin('@biomejs', 'biome', 'bin', 'biome'), 'check', '.');
  run(bin('typescript', 'bin', 'tsc'), '--noEmit', '-p', 'tsconfig.test.json');
}
run(bin('vitest', 'vitest.mjs'), 'run', ...chosen);
