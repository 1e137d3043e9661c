/** Runs once before all tests: brings dist/ up to date, so that tests of the command run what a user runs. */
import { execFileSync } from 'node:child_process';
import { packageRoot } from '../../harness/assets.js';

export function setup(): void {
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: packageRoot, stdio: 'inherit' });
}
