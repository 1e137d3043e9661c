/** Brings a fresh clone to a runnable state (packages, dist, with --sandbox also engine and bubblewrap); does nothing when all is there. npm runs it too, where somebody installs or packs the clone. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** What is said goes to stderr: `npm pack` prints the name of its archive on stdout. */
function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (error) throw error;
  if (status !== 0) {
    console.error(`gagar: \`${command} ${args.join(' ')}\` failed with ${status}; its own message is above`);
    process.exit(3);
  }
}

const packagesOf = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8')).packages;

/** npm writes the second lock when an installation is complete; optional packages are there on their own system only. */
function isInstalled() {
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return false;
  const { '': _own, ...wanted } = packagesOf('package-lock.json');
  const found = packagesOf('node_modules', '.package-lock.json');
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => optional || found[path]?.version === version,
  );
}

if (!isInstalled()) {
  // No package of ours needs an install script, and an install script is code from the network.
  const ci = ['ci', '--ignore-scripts', '--no-fund', '--no-audit'];
  // Under another npm command, its options are in the environment: they are about its own folder.
  run('npm', [...ci, '--include=dev', '--global=false', '--dry-run=false', '--package-lock=true']);
}
run(process.execPath, [join(root, 'scripts', 'build.mjs')]);
if (process.argv.includes('--sandbox')) {
  run('sh', [join(root, 'scripts', 'setup-debian.sh')]);
  run(process.execPath, [join(root, 'dist', 'harness', 'main.js'), 'image', 'build']);
}
