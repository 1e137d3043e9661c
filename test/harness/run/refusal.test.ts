import { expect, test } from 'vitest';
import { writeRefusal } from '../../../harness/run/refusal.js';

test.each([
  ['ENOSPC', /free space there, or name another folder with --spool or -o$/],
  ['EROFS', /: EROFS, write; name another folder with --spool or -o$/],
])('a file that cannot be written for %s says what helps', (code, says) => {
  const fault = writeRefusal('run/x', Object.assign(new Error(`${code}, write`), { code }));
  expect(fault).toMatchObject({ code: 'environment', message: expect.stringMatching(says) });
});
