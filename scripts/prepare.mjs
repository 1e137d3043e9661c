/** Brings a fresh clone to a runnable state (packages, dist, with --sandbox also engine and bubblewrap); does nothing when all is there. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const lock = join(root, 'package-lock.json');
const stamp = join(root, 'node_modules', '.gagar-lock');

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error) throw error;
  if (status !== 0) {
    console.error(`gagar: \`${command} ${args.join(' ')}\` failed with ${status}; its own message is above`);
    process.exit(3);
  }
}

const wanted = readFileSync(lock, 'utf8');
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
if (installed !== wanted) {
  // No package of ours needs an install script, and an install script is code from the network.
  run('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit']);
  writeFileSync(stamp, wanted);
}
run(process.execPath, [join(root, 'scripts', 'build.mjs')]);
if (process.argv.includes('--sandbox')) {
  run('sh', [join(root, 'scripts', 'setup-debian.sh')]);
  run(process.execPath, [join(root, 'dist', 'harness', 'main.js'), 'image', 'build']);
}
