/** Grades the bundled demo group with the static judge and prints the report; arguments are passed on to `gagar grade`. */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const DEMO = 'almanac';
const args = ['grade', join('fixtures', DEMO), '--judge', 'static', ...process.argv.slice(2)];
console.error(`$ gagar ${args.join(' ')}\n`);
const { status } = spawnSync(process.execPath, [join('dist', 'harness', 'main.js'), ...args], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
