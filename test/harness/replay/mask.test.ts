import { expect, test } from 'vitest';
import { masked } from '../../../harness/replay/mask.js';

test.each([
  ['durations', 'Ran 5 tests in 0.003s', 'Ran 5 tests in 0.012s'],
  ['durations in words', 'done after 12 seconds', 'done after 3 seconds'],
  ['durations of TAP', '  duration_ms: 12.345', '  duration_ms: 4.1'],
  ['addresses', '<Money object at 0x7f3a2c01d0>', '<Money object at 0x7fffe1b2a0>'],
  ['temporary paths', 'File "/tmp/gagar-x1/a.py", line 3', 'File "/tmp/gagar-y2/b/a.py", line 3'],
])('%s are masked', (_, one, other) => {
  expect(masked(one)).toBe(masked(other));
});

test.each([
  ['counts', '5 of 6 passed', '6 of 6 passed'],
  ['amounts', 'total 12.50', 'total 12.05'],
  ['lines', 'line 12', 'line 13'],
  ['short hexadecimal numbers', 'mask 0xff', 'mask 0xfe'],
  ['paths of the project', 'src/tmp/a.py', 'src/tmp/b.py'],
  ['what follows a temporary path', '/tmp/x: No such file', '/tmp/x: Permission denied'],
])('%s are not masked', (_, one, other) => {
  expect(masked(one)).not.toBe(masked(other));
});
