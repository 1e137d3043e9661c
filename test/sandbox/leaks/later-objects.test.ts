import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { git, type LeakLab, openLab, write } from './lab.js';

let lab: LeakLab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab[Symbol.asyncDispose]());

test.each([
  ['one', 1, /^objects\/[0-9a-f]{2}\/[0-9a-f]{38}$/, /^a blob that the base does not reach$/],
  ['several', 7, /^objects$/, /^7 loose objects \(0 commits\) that the base does not reach, such as .*, …$/],
] as const)(
  '%s of the blobs that were dropped are one leak of the store',
  async (name, count, path, what) => {
    const root = lab.machine(`blobs-${name}`);
    const files = Array.from({ length: count }, (_, at) => `../blob-${name}-${at}`);
    for (const [at, file] of files.entries()) write(join(root, 'repo'), { [file]: `answer ${at}\n` });
    git(join(root, 'repo'), 'hash-object', '-w', ...files);
    const { leaks } = await lab.reportOn(root, 'none');
    const found = leaks.filter(({ kind }) => kind === 'later_objects');
    expect(found).toMatchObject([
      { path: expect.stringMatching(/^repo\/\.git\//), what: expect.stringMatching(what) },
    ]);
    const lost = leaks.find(({ kind }) => kind === 'unreachable_objects')?.what;
    expect(lost).toMatch(count === 1 ? /^1 object \(0 commits\) beyond/ : /^7 objects \(0 commits\) beyond/);
    expect(found[0]?.path.slice('repo/.git/'.length)).toMatch(path);
  },
  60_000,
);
