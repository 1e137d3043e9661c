import { expect, test } from 'vitest';
import { readRefusal } from '../../../src/diff/refusal.js';

test.each([
  { said: 'error: corrupt patch at line 14', want: { reason: 'corrupt', patchLine: 14 } },
  { said: 'error: corrupt patch at <stdin>:14', want: { reason: 'corrupt', patchLine: 14 } },
  { said: 'error: corrupt binary patch at line 7: Nabc', want: { reason: 'corrupt', patchLine: 7 } },
  { said: 'error: unrecognized binary patch at line 5', want: { reason: 'corrupt', patchLine: 5 } },
  {
    said: 'error: patch fragment without header at line 3: @@ -1 +1 @@',
    want: { reason: 'corrupt', patchLine: 3 },
  },
  { said: 'error: patch with only garbage at line 4', want: { reason: 'corrupt', patchLine: 4 } },
  {
    said: 'error: git apply: bad git-diff - expected /dev/null, got a/x9 on line 5',
    want: { reason: 'corrupt', patchLine: 5 },
  },
  { said: 'error: invalid mode on line 2: 10064x', want: { reason: 'corrupt', patchLine: 2 } },
  { said: 'error: new file x.py depends on old contents', want: { reason: 'corrupt', path: 'x.py' } },
  {
    said: 'error: git diff header lacks filename information when removing 1 leading pathname component (line 1)',
    want: { reason: 'prefix', patchLine: 1 },
  },
  { said: 'error: No valid patches in input (allow with "--allow-empty")', want: { reason: 'not_a_diff' } },
  { said: 'fatal: unrecognized input', want: { reason: 'not_a_diff' } },
  { said: "error: invalid path '.git/config'", want: { reason: 'bad_path', path: '.git/config' } },
  { said: "error: affected file 'a/b' is beyond a symbolic link", want: { reason: 'bad_path', path: 'a/b' } },
  { said: 'error: x: already exists in index', want: { reason: 'exists', path: 'x' } },
  { said: "error: 'src' appears as both a file and as a directory", want: { reason: 'exists', path: 'src' } },
  {
    said: "error: cannot apply binary patch to 'a.bin' without full index line",
    want: { reason: 'no_binary_data', path: 'a.bin' },
  },
  {
    said: 'error: patch failed: src/a:b.py:12\nerror: src/a:b.py: patch does not apply',
    want: { reason: 'does_not_apply', path: 'src/a:b.py', fileLine: 12 },
  },
  { said: 'error: x.py: does not exist in index', want: { reason: 'does_not_apply', path: 'x.py' } },
  { said: "error: binary patch does not apply to 'x'", want: { reason: 'does_not_apply', path: 'x' } },
  {
    said: 'fatal: attempting to allocate 10737418241 over limit 1073741824',
    want: { reason: 'does_not_apply' },
  },
  { said: '', want: { reason: 'does_not_apply' } },
  { said: 'warning: x: wrong type\nerror: y: wrong type', want: { reason: 'does_not_apply', path: 'y' } },
])('$said is $want.reason', ({ said, want }) => {
  const { message, ...refusal } = readRefusal(said);
  expect(refusal).toEqual(want);
  expect(message).not.toBe('');
});
