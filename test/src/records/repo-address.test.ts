import { expect, test } from 'vitest';
import { Fault } from '../../../src/fault.js';
import { checkRepoAddress, redactAddress } from '../../../src/records/repo-address.js';

test.each([
  '/srv/repos/app',
  '/srv/repos/app.git',
  'repo.bundle',
  './here',
  '../with space/and:colon',
  'C:/looks/like/a/drive',
])('%j is a path of this machine', (path) => {
  expect(checkRepoAddress(path)).toEqual({ kind: 'local', path });
});

test.each([
  'https://github.com/psf/requests',
  'https://user:token@example.org:8443/a/b.git',
  'ssh://git@example.org/a/b.git',
  'git@github.com:psf/requests.git',
  'http://127.0.0.1:8080/a.git',
  'http://localhost/a.git',
  'http://[::1]:9000/a.git',
])('%j is fetched', (url) => {
  expect(checkRepoAddress(url)).toEqual({ kind: 'remote', url });
});

test.each([
  { address: 'ext::sh -c "id"', why: 'a program' },
  { address: 'fd::17', why: 'a file descriptor' },
  { address: '--upload-pack=touch /tmp/x', why: 'an option' },
  { address: '-u', why: 'an option' },
  { address: 'file:///etc', why: 'a path behind a scheme' },
  { address: 'FILE:///etc', why: 'the same in capitals' },
  { address: 'https://example.org/a\nhttps://example.org/b', why: 'two lines' },
  { address: '/srv/a\0b', why: 'a NUL' },
  { address: '', why: 'nothing' },
  { address: 'http://example.org/a.git', why: 'plain text over the network' },
  { address: 'http://127.0.0.1.example.org/a.git', why: 'a name that begins like loopback' },
  { address: 'git://example.org/a.git', why: 'unauthenticated' },
  { address: 'ftp://example.org/a.git', why: 'another scheme' },
  { address: 'ssh://-oProxyCommand=id/a', why: 'an option as host' },
  { address: 'ssh://-l@example.org/a', why: 'an option as user' },
  { address: 'ssh://%2Doption@example.org/a', why: 'the same, escaped' },
  { address: 'ssh://git@example.org/-x', why: 'an option as path' },
  { address: 'git@-host:path', why: 'an option as host' },
  { address: 'git@host:-path', why: 'an option as path' },
  { address: 'git@host:', why: 'no path' },
  { address: 'https://', why: 'no host' },
])('$address is refused: $why', ({ address }) => {
  const check = () => checkRepoAddress(address, 'task.repo.url');
  expect(check).toThrow(Fault);
  expect(check).toThrow(/^task\.repo\.url: .*give a local folder/s);
});

test('a refused address keeps its secret', () => {
  expect(() => checkRepoAddress('ftp://me:hunter2@example.org/a')).toThrow(/^(?!.*hunter2)/s);
  expect(redactAddress('https://me:hunter2@example.org/a')).toBe('https://…@example.org/a');
  expect(redactAddress('git@github.com:a/b')).toBe('git@github.com:a/b');
});
