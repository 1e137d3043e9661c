import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot, packageVersion } from '../../../harness/assets.js';

const MAIN = join(packageRoot, 'dist', 'harness', 'main.js');
const HEAVY = ['@anthropic-ai/sdk', 'openai', 'zod', 'dockerode', 'simple-git', '@vscode/tree-sitter-wasm'];

/** Runs gagar and gives what it printed and every module it loaded. */
function loadedBy(...args: string[]): { output: string; modules: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'gagar-test-'));
  const log = join(folder, 'modules.txt');
  try {
    const output = execFileSync(
      process.execPath,
      ['--import', join(packageRoot, 'test', 'support', 'log-modules.mjs'), MAIN, ...args],
      { encoding: 'utf8', env: { ...process.env, MODULE_LOG: log } },
    );
    return { output, modules: readFileSync(log, 'utf8').split('\n') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each([['--help'], ['--version'], ['grade', '--help']])('gagar %s loads nothing heavy', (...args) => {
  const { modules } = loadedBy(...args);
  expect(modules.some((url) => url.includes('/commander/'))).toBe(true);
  expect(modules.filter((url) => HEAVY.some((name) => url.includes(`/node_modules/${name}/`)))).toEqual([]);
});

test('a command that needs zod does load it, so the check above can fail', () => {
  const { modules } = loadedBy('schema', 'group');
  expect(modules.some((url) => url.includes('/node_modules/zod/'))).toBe(true);
});

test('--version prints the version of package.json', () => {
  expect(loadedBy('--version').output.trim()).toBe(packageVersion());
});
