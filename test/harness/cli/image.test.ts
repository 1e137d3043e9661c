import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { testEngine } from '../../support/sandboxes.js';

const ENTRY = ['--import', import.meta.resolve('tsx'), resolve('harness/main.ts')];

function gagar(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...ENTRY, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('an image that is there already is not built again', async () => {
  await testEngine();
  expect(gagar('image', 'build')).toEqual({
    status: 0,
    stdout: '',
    stderr: 'gagar: image gagar-sandbox:latest is there already\n',
  });
});

test('without an engine the exit code is 3 and one line says where it was looked for', () => {
  expect(gagar('image', 'build', '--docker-host', 'unix:///nonexistent/engine.sock')).toEqual({
    status: 3,
    stdout: '',
    stderr:
      'gagar: container engine at unix:///nonexistent/engine.sock: there is no such socket (ENOENT); is the engine installed and running?\n',
  });
});

test.each([
  { title: 'an unknown way', args: ['--from', 'magic'], says: /packages, dockerfile/ },
  { title: 'an engine address of no known kind', args: ['--docker-host', 'ftp://x'], says: /no known kind/ },
])('$title is exit code 2', ({ args, says }) => {
  const { status, stderr } = gagar('image', 'build', ...args);
  expect(status).toBe(2);
  expect(stderr).toMatch(says);
});

test('help shows examples', () => {
  expect(gagar('image', 'build', '--help').stdout).toContain('$ gagar image build --from dockerfile');
});
