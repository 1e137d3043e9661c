import { expect, test } from 'vitest';
import { writeRefusal } from '../../harness/refusal.js';

test.each([
  ['ENOSPC', undefined, /free space there, or name another folder with -o$/],
  ['EROFS', undefined, /: EROFS, write; name another folder with -o$/],
  ['EROFS', '--spool', /: EROFS, write; name another folder with --spool$/],
  ['ENOTDIR', '--junit', /a file is where a folder has to be; name a folder with --junit$/],
])('a file that cannot be written for %s under %s says what helps', (code, option, says) => {
  const fault = writeRefusal('run/x', Object.assign(new Error(`${code}, write`), { code }), option);
  expect(fault).toMatchObject({
    code: code === 'ENOTDIR' ? 'usage' : 'environment',
    message: expect.stringMatching(says),
  });
});
