/** What cannot be read on a machine is named beside what was found. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { becomeOrdinaryUser } from '../../support/ordinary-user.js';
import { FIXED, git, HIDDEN, type LeakLab, openLab, write } from './lab.js';

let lab: LeakLab;
beforeAll(async () => {
  // Nothing is closed to root.
  becomeOrdinaryUser();
  lab = await openLab();
});
afterAll(() => lab[Symbol.asyncDispose]());

const REFUSED = 'may not be read by this user';
const DEEP = Array.from({ length: 21 }, () => 'd'.repeat(200)).join('/');

/** A name of bytes that are no UTF-8. */
const oddly = (root: string, name: string): Buffer =>
  Buffer.concat([Buffer.from(join(root, name)), Buffer.from([0xff])]);

const lockPacks = (root: string): void => {
  const store = join(root, 'repo/.git/objects/pack');
  for (const name of readdirSync(store)) if (name.endsWith('.pack')) chmodSync(join(store, name), 0);
};

interface Closed {
  readonly path: string | RegExp;
  readonly why: string;
  readonly close: (root: string) => void;
}

const CLOSED: readonly (Closed & { readonly what: string })[] = [
  {
    what: 'a folder',
    path: 'opt/store',
    why: REFUSED,
    close: (root) => {
      write(root, { 'opt/store/answer.py': FIXED });
      chmodSync(join(root, 'opt/store'), 0);
    },
  },
  {
    what: 'a file',
    path: 'opt/answer.py',
    why: REFUSED,
    close: (root) => {
      write(root, { 'opt/answer.py': FIXED });
      chmodSync(join(root, 'opt/answer.py'), 0);
    },
  },
  {
    what: 'a bundle',
    path: 'opt/up.bundle',
    why: REFUSED,
    close: (root) => {
      write(root, { 'opt/up.bundle': '# v2 git bundle\n' });
      chmodSync(join(root, 'opt/up.bundle'), 0);
    },
  },
  {
    what: 'a manifest',
    path: 'lib/node_modules/almond/package.json',
    why: REFUSED,
    close: (root) => {
      write(root, { 'lib/node_modules/almond/package.json': '{"version":"9.0.0"}' });
      chmodSync(join(root, 'lib/node_modules/almond/package.json'), 0);
    },
  },
  {
    what: 'a ref',
    path: 'repo/.git/refs/tags/v2',
    why: REFUSED,
    close: (root) => {
      git(join(root, 'repo'), 'tag', 'v2');
      chmodSync(join(root, 'repo/.git/refs/tags/v2'), 0);
    },
  },
  {
    what: 'the pack that holds the base',
    path: /^repo\/\.git\/objects\/pack\/pack-\w+\.pack$/,
    why: REFUSED,
    close: lockPacks,
  },
  {
    what: 'a folder whose name is no UTF-8',
    path: 'opt/\ufffd',
    why: 'has a name that is not UTF-8',
    close: (root) => {
      mkdirSync(join(root, 'opt'));
      mkdirSync(oddly(root, 'opt/'));
    },
  },
  {
    what: 'a folder below the longest path',
    path: /^d{200}\//,
    why: 'cannot be opened (ENAMETOOLONG)',
    close: (root) => {
      const script = 'for part in $(echo "$1" | tr / " "); do mkdir "$part"; cd "$part"; done';
      spawnSync('bash', ['-c', script, 'bash', DEEP], { cwd: root });
    },
  },
  {
    what: 'a file that is larger than any text',
    path: 'repo/build/lib/almond/half.py',
    why: 'cannot be opened (ERR_FS_FILE_TOO_LARGE)',
    close: (root) => {
      write(root, { 'repo/build/lib/almond/half.py': '' });
      truncateSync(join(root, 'repo/build/lib/almond/half.py'), 3 * 1024 ** 3);
    },
  },
];

test.each(CLOSED.map((one) => [one.what, one] as const))(
  '%s that cannot be read is named, and all the rest is searched',
  async (what, { path, why, close }) => {
    const root = lab.machine(`closed-${what.replace(/\W/g, '-')}`);
    write(root, { 'tmp/test_half.py': HIDDEN });
    close(root);
    const { leaks, unsearched } = await lab.reportOn(root);
    expect(unsearched).toEqual({
      count: 1,
      first: [{ path: typeof path === 'string' ? path : expect.stringMatching(path), why }],
    });
    expect(leaks.map((leak) => leak.path)).toEqual(['tmp/test_half.py']);
    spawnSync('chmod', ['-R', 'u+rwX', root]);
    // What lies deeper than a path can say is out of reach for Node.
    spawnSync('rm', ['-rf', root]);
  },
  120_000,
);

test('a folder of refs that cannot be read hides none of the others', async () => {
  const root = lab.machine('refs');
  git(join(root, 'repo'), 'fetch', '-q', join(lab.folder, 'upstream'), 'main');
  rmSync(join(root, 'repo/.git/FETCH_HEAD'));
  for (const name of ['a/one', 'b/one', 'c/one']) git(join(root, 'repo'), 'tag', name, lab.later);
  chmodSync(join(root, 'repo/.git/refs/tags/b'), 0);
  const { leaks, unsearched } = await lab.reportOn(root);
  expect(unsearched).toEqual({ count: 1, first: [{ path: 'repo/.git/refs/tags/b', why: REFUSED }] });
  const refs = leaks.filter(({ kind }) => kind === 'later_ref').map(({ path }) => path);
  expect(refs).toEqual(['repo/.git/refs/tags/a/one', 'repo/.git/refs/tags/c/one']);
  chmodSync(join(root, 'repo/.git/refs/tags/b'), 0o700);
}, 120_000);

test('many places are counted, and the first ones named', async () => {
  const root = lab.machine('many');
  for (let at = 100; at < 130; at += 1) {
    write(root, { [`opt/${at}/x`]: '' });
    chmodSync(join(root, `opt/${at}`), 0);
  }
  const { unsearched } = await lab.reportOn(root);
  expect(unsearched.count).toBe(30);
  expect(unsearched.first.map(({ path }) => path)).toEqual(
    Array.from({ length: 20 }, (_, at) => `opt/${100 + at}`),
  );
  spawnSync('chmod', ['-R', 'u+rwX', root]);
}, 120_000);
