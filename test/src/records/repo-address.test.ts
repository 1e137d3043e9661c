import { expect, test } from 'vitest';
import { checkRepoAddress, redactAddress } from '../../../src/records/repo-address.js';

test.each(['/repos/a', './-rf', 'repos/my repo', '../base.bundle', './a:b', 'a/b:c', '/r/é', '.'])(
  'takes %j as a local path',
  (path) => {
    expect(checkRepoAddress(path)).toEqual({ kind: 'local', path });
  },
);

test.each([
  'https://github.com/o/r',
  'HTTPS://example.org:8443/o/r.git',
  'https://user:token@example.org/r',
  'https://[::1]:8080/r',
  'http://127.0.0.1:8080/r.git',
  'ssh://git@example.org:22/o/r.git',
  'ssh://example.org/r',
  'git@github.com:o/r.git',
  'deploy.bot@git-1.example.org:/srv/r',
])('takes %j as a remote address', (url) => {
  expect(checkRepoAddress(url)).toEqual({ kind: 'remote', url });
});

test.each([
  ["ext::sh -c 'touch x'", /helper program/],
  ['EXT::x', /helper program/],
  ['fd::17', /helper program/],
  ['::x', /helper program/],
  ['--upload-pack=touch x', /option/],
  ['-u', /option/],
  ['file:///etc', /allowed scheme and host/],
  ['FILE:///etc', /allowed scheme and host/],
  ['http://example.org/r', /allowed scheme and host/],
  ['http://127.0.0.1.evil.org/r', /allowed scheme and host/],
  ['https://example.org/-x', /allowed scheme/],
  ['git://example.org/r', /allowed scheme and host/],
  ['ssh://-oProxyCommand=x/r', /allowed scheme and host/],
  ['ssh://git@-oProxyCommand=x/r', /allowed scheme and host/],
  ['https://example.org/a b', /allowed scheme and host/],
  ['https:///r', /allowed scheme and host/],
  ['git@-oProxyCommand=x:r', /host without a user/],
  ['git@host:-x', /host without a user/],
  ['git@host:/-x', /host without a user/],
  ['host:r', /host without a user/],
  ['C:\\r', /host without a user/],
  ['/repos/a\n--upload-pack=x', /control character/],
  ['https://example.org/r\u2028', /control character/],
  ['/repos/a\0', /control character/],
  ['https://example.org/%0ahost=evil', /control character/],
  ['', /blank/],
  [' ', /blank/],
])('refuses %j before git could see it', (address, reason) => {
  expect(() => checkRepoAddress(address, 'task.repo.url')).toThrow(
    expect.objectContaining({
      code: 'input',
      message: expect.stringMatching(reason),
      place: { field: 'task.repo.url' },
    }),
  );
});

test('a refusal never repeats a password', () => {
  expect(redactAddress('https://me:secret@example.org/r')).toBe('https://…@example.org/r');
  expect(() => checkRepoAddress('ftp://me:secret@example.org/r')).toThrow(/ftp:\/\/…@example.org/);
});
