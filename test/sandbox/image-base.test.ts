import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grade } from '../../harness/index.js';
import type { Engine } from '../../sandbox/exec/engine.js';
import { pack, TAR_END } from '../../sandbox/exec/tar.js';
import type { TreeFile } from '../../sandbox/exec/tree.js';
import { openGit } from '../../sandbox/git/git.js';
import { objectPool } from '../../sandbox/git/objects.js';
import { openGroup } from '../../sandbox/open-group.js';
import { Group } from '../../src/records/group.js';
import { testEngine } from '../support/sandboxes.js';

const IMAGE = `gagar-test-base:${process.pid}`;
let engine: Engine;
let scratch: string;

const file = (path: string, text: string): TreeFile => ({ path, mode: '100644', bytes: Buffer.from(text) });

beforeAll(async () => {
  engine = await testEngine();
  scratch = mkdtempSync(join(tmpdir(), 'image-base-'));
  const files = [file('testbed/a.py', 'a = 1\n'), file('testbed/.git/HEAD', 'ref: x\n'), file('other', 'o')];
  await engine.importImage(Readable.from([...files.map(pack), TAR_END]), IMAGE, []);
});
afterAll(async () => {
  await engine?.removeImage(IMAGE);
  if (scratch) rmSync(scratch, { recursive: true });
});

const PATCH = '--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-a = 1\n+a = 2\n';
const groupOf = (ref: string): Group =>
  Group.parse({
    schema: 'gagar.group/1',
    group_id: 'g',
    task: { statement: 'two', image: { ref, workdir: '/testbed' } },
    rollouts: [
      { id: 'a', passed: true, patch: PATCH },
      { id: 'b', passed: false, patch: '' },
    ],
  });

test('the files inside a task image are the base, without its history, and are read once', async () => {
  const git = openGit(process.env);
  await using objects = objectPool(git);
  const places = { git, objects, cacheDir: join(scratch, 'cache'), tempDir: join(scratch, 'temp') };
  const loaded = { group: groupOf(IMAGE), file: 'g', line: null, folder: scratch, warnings: [] };
  const dockerHost = process.env['DOCKER_HOST'];
  {
    await using opened = await openGroup(loaded, { ...places, dockerHost });
    expect((await opened.workspace.base.entries()).map(({ path }) => path)).toEqual(['a.py']);
    expect(opened.built.get('a')?.report.state).toBe('applied');
    expect(opened.material.ancestors).toBeNull();
  }
  // Made again from nothing it would be another file; here it is the store that answers.
  await using again = await openGroup(loaded, { ...places, dockerHost });
  expect(again.built.get('a')?.tree).toMatch(/^[0-9a-f]{40}$/);
});

test('an image that is not on the engine ends the group as sandbox_unavailable', async () => {
  const result = await grade(groupOf(`gagar-test-missing:${process.pid}`));
  expect(result).toMatchObject({
    status: 'fallback',
    fallback: { reason: 'sandbox_unavailable', stage: 'workspace' },
  });
  expect(result.fallback?.detail).toContain('is not on the container engine');
});

test('without an engine the base cannot be had', async () => {
  const result = await grade(groupOf(IMAGE), { dockerHost: 'unix:///nonexistent/engine.sock' });
  expect(result).toMatchObject({ status: 'fallback', fallback: { reason: 'repo_unavailable' } });
});
