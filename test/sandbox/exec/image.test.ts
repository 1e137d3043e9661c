import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDocker } from '../../../sandbox/exec/docker.js';
import type { Engine } from '../../../sandbox/exec/engine.js';
import { buildImage, exportImageTree, OWN_IMAGE } from '../../../sandbox/exec/image.js';
import { pack, TAR_END } from '../../../sandbox/exec/tar.js';
import type { TreeFile } from '../../../sandbox/exec/tree.js';
import { untar } from '../../../sandbox/exec/untar.js';
import { owner } from '../../../sandbox/owner.js';
import { testEngine } from '../../support/sandboxes.js';
import { treeOf } from '../../support/tree.js';

const TASK = `gagar-test-task:${process.pid}`;
const VOLUME = `gagar-test-volume:${process.pid}`;
const dockerfile = readFileSync(new URL('../../../sandbox/Dockerfile', import.meta.url), 'utf8');
let engine: Engine;

const file = (path: string, text: string, mode: TreeFile['mode'] = '100644'): TreeFile => ({
  path,
  mode,
  bytes: Buffer.from(text),
});

beforeAll(async () => {
  engine = await testEngine();
  // A task's image: no shell, no programs, only files; some of its links are hostile.
  const files = [
    file('testbed/src/a.py', 'a'),
    file('testbed/run.sh', 'r', '100755'),
    file('testbed/link', '/etc/passwd', '120000'),
    file('testbed/out', '../../../../../tmp', '120000'),
    file('moved', 'testbed', '120000'),
  ];
  await engine.importImage(Readable.from([...files.map(pack), TAR_END]), TASK, []);
});
afterAll(async () => {
  await engine?.removeImage(TASK);
  await engine?.removeImage(VOLUME);
});

const names = async (workdir: string): Promise<string[]> => {
  const found: string[] = [];
  for await (const { path, type, mode, link, bytes } of untar(exportImageTree(engine, TASK, workdir))) {
    if (type === 'folder') continue;
    found.push(
      `${path} ${type === 'symlink' ? `-> ${link}` : `${(mode & 0o777).toString(8)} ${await bytes()}`}`,
    );
  }
  return found.sort();
};

const TREE = ['./link -> /etc/passwd', './out -> ../../../../../tmp', './run.sh 755 r', './src/a.py 644 a'];

test.each(['/testbed', '/testbed/', '/moved'])(
  'the files of an image below %s are read without running it',
  async (workdir) => {
    expect(await names(workdir)).toEqual(TREE);
  },
);

/** Other tests start and end containers of theirs meanwhile. */
const ownContainers = async (): Promise<number> =>
  (await engine.ours()).filter((one) => one.owner === owner()).length;

test('no container is left of reading an image', async () => {
  const before = await ownContainers();
  await names('/testbed');
  // A reader that stops early leaves none either.
  for await (const _ of exportImageTree(engine, TASK, '/testbed')) break;
  expect(await ownContainers()).toBe(before);
});

test.each([
  { title: 'a folder that is not there', ref: TASK, workdir: '/nowhere', says: /Could not find|No such/i },
  {
    title: 'an image that is not there',
    ref: 'no-such-image:zzz',
    workdir: '/x',
    says: /image "no-such-image:zzz" is not on/,
  },
])('$title is told', async ({ ref, workdir, says }) => {
  const read = async () => {
    for await (const _ of exportImageTree(engine, ref, workdir));
  };
  await expect(read()).rejects.toMatchObject({ code: 'environment', message: expect.stringMatching(says) });
});

test('in an image without a shell a check was never started, and says why', async () => {
  await using box = await openDocker(engine, { image: TASK, entry: 'overlay' });
  const result = await box.exec(treeOf({ a: 'a' }), ['true']);
  expect(result.exit_code).toBeNull();
  expect(result.not_started).toMatch(/\/bin\/sh/);
});

test("an image's volumes are no disk without a limit", async () => {
  const text = `FROM ${OWN_IMAGE}\nRUN mkdir /data && chmod 777 /data\nVOLUME /data\n`;
  const context = Readable.from([pack(file('Dockerfile', text)), TAR_END]);
  await engine.buildImage(context, VOLUME, () => {});
  await using box = await openDocker(engine, { image: VOLUME });
  const fill = 'dd if=/dev/zero of=/data/fill bs=1M count=64; grep " /data " /proc/mounts';
  const result = await box.exec(treeOf({ a: 'a' }), ['sh', '-c', fill], { disk_bytes: 2 ** 20 });
  expect(result.no_space).toBe(true);
  expect(Buffer.from(result.stdout).toString()).toContain('tmpfs /data');
});

test('an image of the same recipe is not built again', async () => {
  expect(await buildImage(engine, { dockerfile, way: 'packages' })).toBe('present');
});

test('a recipe without a list of packages is our own fault', async () => {
  const tag = `gagar-test-broken:${process.pid}`;
  const build = buildImage(engine, { dockerfile: 'FROM x', way: 'packages', tag });
  await expect(build).rejects.toMatchObject({ code: 'internal' });
  expect(await engine.image(tag)).toBeNull();
});

test('a Dockerfile is built through the engine, and its failure is told', async () => {
  const tag = `gagar-test-file:${process.pid}`;
  const lines: string[] = [];
  const build = (text: string) =>
    buildImage(engine, { dockerfile: text, way: 'dockerfile', tag, onLine: (line) => lines.push(line) });
  try {
    expect(await build(`FROM ${OWN_IMAGE}\nENV X=1\n`)).toBe('built');
    expect(await build(`FROM ${OWN_IMAGE}\nENV X=1\n`)).toBe('present');
    expect(lines.join('\n')).toContain('ENV X=1');
    await expect(build(`FROM ${OWN_IMAGE}\nRUN false\n`)).rejects.toMatchObject({ code: 'environment' });
  } finally {
    await engine.removeImage(tag);
  }
});
