import { expect, test } from 'vitest';
import { isLater, RELEASE } from '../../src/release.js';

test.each([
  ['1.10.0', '1.9.0', true],
  ['1.9.0', '1.10.0', false],
  ['1.2.0', '1.2.0', false],
  ['1.2', '1.2.0', false],
  ['v1.3.1', 'v1.3.0', true],
  ['1.3.0', 'v1.3.0', false],
  ['2.0rc1', '2.0', false],
  ['2.0', '2.0rc1', true],
  ['2.0.0-beta.2', '2.0.0-beta.10', false],
  ['2.0.0-RC.1', '2.0.0-beta.10', true],
  ['2.0a1', '2.0.dev3', true],
  ['2.0c1', '2.0rc1', false],
  ['2.0rc1', '1.9', true],
  ['2.0.1', '2.0rc1', true],
  ['2.0rc1', '2.0.1', false],
  ['2.0.post1', '2.0', true],
  ['2.0.post1', '2.0.1', false],
  ['2.0.dev3', '1.9', true],
  ['0.1', undefined, true],
  ['latest', null, true],
])('%s is later than %s: %j, whatever is unclear', (version, base, later) => {
  expect(isLater(version, base, false)).toBe(later);
  expect(isLater(version, base, true)).toBe(later);
});

test.each([
  ['latest', '2.0'],
  ['2.0', 'latest'],
  ['1.7-1', '1.7'],
  ['1.4.0.win32', '1.4.0'],
  ['1.4.0+local', '1.4.0'],
  ['1.4.0rc1.dev2', '1.4.0rc1'],
  ['1.4.0constructor1', '1.4.0'],
])('whether %s is later than %s is as the caller takes what is unclear', (version, base) => {
  expect([true, false].map((ifUnclear) => isLater(version, base, ifUnclear))).toEqual([true, false]);
  expect(isLater(version, version, true)).toBe(false);
});

test.each([
  ['name-1.4.0.dist-info', '1.4.0'],
  ['name-1.4.0rc1-py3-none-any.whl', '1.4.0rc1'],
  ['name@1.4.0-beta.2', '1.4.0-beta.2'],
  ['name-1.4.0.dev12+g0a1b', '1.4.0.dev12'],
  ['name-1.4.0.abc', '1.4.0'],
])('the release in %s is %s', (text, release) => {
  expect(new RegExp(RELEASE, 'i').exec(text)?.[0]).toBe(release);
});
