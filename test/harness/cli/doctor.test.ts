import { expect, test } from 'vitest';
import { testEngine } from '../../support/sandboxes.js';
import { runGagar } from './gagar.js';

test('on a machine that has everything all is well, and it says where checks run', async () => {
  await testEngine();
  const { code, stdout, stderr } = await runGagar(['doctor', '--clean'], []);
  expect([code, stderr]).toEqual([0, '']);
  for (const name of ['gagar', 'git', 'container engine', 'image for checks', 'bubblewrap']) {
    expect(stdout).toMatch(new RegExp(`^ok +${name} `, 'm'));
  }
  expect(stdout).toMatch(/^Checks run in containers;/m);
  expect(stdout).toMatch(/^Removed of dead runs: \d+ containers, \d+ control groups, \d+ work folders\.$/m);
});

test('without an engine it says what to do, and checks run under bubblewrap', async () => {
  const { code, stdout } = await runGagar(['doctor', '--docker-host', 'unix:///nonexistent/engine.sock'], []);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^missing +container engine +container engine at unix:\/\/\/nonexistent\/engine\.sock: .*\n.*setup-debian\.sh/m,
  );
  expect(stdout).toMatch(/^missing +image for checks/m);
  expect(stdout).toMatch(/^Checks run under bubblewrap;/m);
});
