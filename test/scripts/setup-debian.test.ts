import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/setup-debian.sh', import.meta.url));

test('where all is there it does nothing and says nothing', () => {
  const { status, stdout, stderr } = spawnSync('sh', [script], { encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
});

/** Runs the script with nothing on PATH but what is named, and what `fake` holds. */
function runBare(tools: readonly string[], fake: Record<string, string>, env: Record<string, string> = {}) {
  const bin = mkdtempSync(join(tmpdir(), 'bin-'));
  try {
    for (const tool of tools)
      symlinkSync(
        execFileSync('sh', ['-c', `command -v ${tool}`])
          .toString()
          .trim(),
        join(bin, tool),
      );
    symlinkSync(process.execPath, join(bin, 'node'));
    for (const [name, text] of Object.entries(fake)) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
      chmodSync(join(bin, name), 0o755);
    }
    const { status, stderr } = spawnSync('/bin/sh', [script], {
      encoding: 'utf8',
      env: { PATH: bin, ...env },
    });
    return { status, stderr };
  } finally {
    rmSync(bin, { recursive: true });
  }
}

test('on a system without apt it says what to install, and fails', () => {
  const { status, stderr } = runBare([], {});
  expect(status).toBe(3);
  expect(stderr).toMatch(
    /^gagar setup: this script knows Debian and Ubuntu only; .*bubblewrap git mmdebstrap/,
  );
});

test('packages that cannot be installed are named', () => {
  const fake = { 'apt-get': 'case "$*" in *update*) exit 0;; *) echo "E: no network" >&2; exit 100;; esac' };
  const { status, stderr } = runBare(['id', 'flock', 'sudo', 'true'].filter(isThere), fake);
  expect(status).toBe(3);
  expect(stderr).toContain('E: no network');
  expect(stderr).toMatch(/apt-get could not install: .*bubblewrap git mmdebstrap$/m);
});

test('an engine address that does not answer is no reason to start one elsewhere', () => {
  const fake = { bwrap: '', git: '', mmdebstrap: '', python3: '', dockerd: 'exit 9', 'apt-get': 'exit 9' };
  const { status, stderr } = runBare(['id', 'tr'], fake, { DOCKER_HOST: 'unix:///nonexistent/engine.sock' });
  expect({ status, stderr }).toEqual({
    status: 3,
    stderr: 'gagar setup: no engine answers at DOCKER_HOST=unix:///nonexistent/engine.sock\n',
  });
});

function isThere(tool: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;
}
