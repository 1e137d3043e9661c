import { expect, test } from 'vitest';
import { testEngine } from '../../support/sandboxes.js';
import { runGagar } from './gagar.js';

test('an image that is there already is not built again', async () => {
  await testEngine();
  expect(await runGagar(['image', 'build'], [])).toEqual({
    code: 0,
    stdout: '',
    stderr: 'gagar: image gagar-sandbox:latest is there already\n',
  });
});

test('without an engine the exit code is 3 and one line says where it was looked for', async () => {
  expect(await runGagar(['image', 'build', '--docker-host', 'unix:///nonexistent/engine.sock'], [])).toEqual({
    code: 3,
    stdout: '',
    stderr:
      'gagar: container engine at unix:///nonexistent/engine.sock: there is no such socket (ENOENT); is the engine installed and running?\n',
  });
});

test.each([
  { title: 'an unknown way', args: ['--from', 'magic'], says: /packages, dockerfile/ },
  { title: 'an engine address of no known kind', args: ['--docker-host', 'ftp://x'], says: /no known kind/ },
])('$title is exit code 2', async ({ args, says }) => {
  const { code, stderr } = await runGagar(['image', 'build', ...args], []);
  expect(code).toBe(2);
  expect(stderr).toMatch(says);
});
